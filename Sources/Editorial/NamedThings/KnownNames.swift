internal import TextAnalysis

/// Names whose kind several open feeds have shown, remembered for articles that do not show it themselves.
///
/// A name that was shown as two kinds ("Jordan") is known as none. Memory is bounded; after a start they are learned
/// again from the stored articles.
package struct KnownNames: Sendable {
    private struct Shown: Sendable {
        /// Nil when it was shown as several kinds.
        var kind: NamedThing.Kind?
        /// At most `feedsOfWord`.
        var feeds: Set<UInt64>
    }

    /// The number of feeds that must agree: for a name of several words, and for one word, which may mean several
    /// things.
    private static let feedsOfName = 3
    private static let feedsOfWord = 5
    private let mostNames: Int
    private var shown: [String: Shown] = [:]

    /// The kinds by name, folded by `TextFolding`.
    package private(set) var kinds: [String: NamedThing.Kind] = [:]

    package init(mostNames: Int = 20_000) { self.mostNames = mostNames }

    /// Learns from an article of a feed that everybody may see; `feed` is any number that tells feeds apart.
    package mutating func learn(_ things: [NamedThing], from feed: UInt64) {
        for thing in things where thing.kind != .unknown {
            let name = TextFolding.folded(thing.name)
            // What was known already shows nothing new, and may contradict only by its own evidence.
            guard thing.reason != .known, name.utf8.count > 3 else { continue }
            if let known = shown[name]?.kind, known != thing.kind {
                shown[name]?.kind = nil
                kinds[name] = nil
                continue
            }
            if thing.isShown { count(name, as: thing.kind, in: feed) }
        }
    }

    /// Learns again what a stored article has shown.
    package mutating func restore(_ names: [(name: String, kind: String)], from feed: UInt64) {
        for (name, kind) in names {
            guard let kind = NamedThing.Kind(rawValue: kind) else { continue }
            let name = TextFolding.folded(name)
            if let known = shown[name], known.kind != kind {
                shown[name]?.kind = nil
                kinds[name] = nil
            } else {
                count(name, as: kind, in: feed)
            }
        }
    }

    private mutating func count(_ name: String, as kind: NamedThing.Kind, in feed: UInt64) {
        if shown[name] == nil { makeRoom() }
        shown[name, default: Shown(kind: kind, feeds: [])].feeds.insert(feed)
        guard let entry = shown[name], let kind = entry.kind else { return }
        if entry.feeds.count >= (name.contains(" ") ? Self.feedsOfName : Self.feedsOfWord) { kinds[name] = kind }
    }

    /// Drops what few feeds have shown.
    private mutating func makeRoom() {
        guard shown.count >= mostNames else { return }
        for least in 1..<Self.feedsOfWord where shown.count >= mostNames {
            shown = shown.filter { $0.value.feeds.count > least }
            kinds = kinds.filter { shown[$0.key] != nil }
        }
        if shown.count >= mostNames { (shown, kinds) = ([:], [:]) }
    }
}

/// The kinds of names that an article has shown itself, and those that the archive knows.
struct NameKinds: Sendable {
    var own: [String: NamedThing.Kind] = [:]
    let archive: [String: NamedThing.Kind]

    var isEmpty: Bool { own.isEmpty && archive.isEmpty }

    subscript(name: String) -> NamedThing.Kind? { own[name] ?? archive[name] }
}
