internal import Editorial
internal import Synchronization

/// What the names in a line are: the sources that they mean, and which mean none, so that each is looked up once.
final class FoundSources: Sendable {
    private struct Name: Hashable {
        var text: String
        var isWhole: Bool
    }

    private let found = Mutex<[Name: SearchSentence.Source?]>([:])

    /// Nil for a name that was not looked up yet.
    func known(_ text: String, wholly isWhole: Bool) -> SearchSentence.Source?? {
        found.withLock { $0[Name(text: text, isWhole: isWhole)] }
    }

    func keep(_ source: SearchSentence.Source?, for text: String, wholly isWhole: Bool) {
        found.withLock { _ = $0.updateValue(source, forKey: Name(text: text, isWhole: isWhole)) }
    }
}
