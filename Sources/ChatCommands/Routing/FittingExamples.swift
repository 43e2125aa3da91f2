internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

/// Finds two command lines that fit a line which nothing understands.
struct FittingExamples: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Further words of the line are not compared.
    private static let mostWords = 12
    /// Further characters of the line are not compared.
    private static let longestLine = 200

    /// The answer to thanks, or to an unknown line; nil if it is neither, or if a command is near.
    ///
    /// In private it offers a search where the line reads like one, and knows moves of puzzles.
    func answer(to text: String, _ request: CommandRequest) async throws -> [Answer]? {
        guard case .unknown(let word, let near) = request else { return nil }
        if let talk = try await SmallTalk(context).answer(to: text) { return talk }
        if isPrivate, let chosen = try await ArticleTexts(context).pick(word) { return chosen }
        let line = PlainInput.cleaned(message.text)
        if let stray = try await StrayMoves(context).answer(to: line, isNearCommand: !near.isEmpty) { return stray }
        guard near.isEmpty else { return nil }
        let lines = try await examples(for: text)
        let facts: [String: MessageArgument] = [
            "word": .text(BoundedText.shortened(text, to: 40)),
            "first": .text(hint(HintLine(stored: lines.first))), "second": .text(hint(HintLine(stored: lines.second))),
        ]
        var body = localizer.richText("error.unknownLine", facts)
        if isPrivate, try await SearchRequests(context).isSearch(text) {
            body = body + localizer.richText("search.offer", ["hint": .text(hint("search \(text)"))])
        }
        return show(body)
    }

    /// The lines with the words of the text, otherwise the reader's own headlines and the help.
    private func examples(for text: String) async throws -> (first: String, second: String) {
        let text = Self.folded(String(text.prefix(Self.longestLine)))
        let words = CommandWord.words(in: text).prefix(Self.mostWords).map(\.text)
        let feeds = try await followedNames()
        let categories = try await services.store.shownCategories(in: sight)
        var found: [String] = []
        for (name, shown) in categories.map({ ($0, CategoryWording.name($0, localizer)) }) + feeds.map({ ($0, $0) })
        where Self.isNamed(name, in: text, words) || shown != name && Self.isNamed(shown, in: text, words) {
            found.append("headlines \(shown)")
        }
        // “about” in a sentence does not ask for the command of that name.
        let common = StopWords.wholeWords(forReaderOf: localizer.language)
        let rare = words.filter { !common.contains($0.trimmingCharacters(in: .punctuationCharacters)) }
        for word in rare where word.count > 2 {
            if let source = services.sources.source(named: word) { found.append("sub \(source.id)") }
            found += NearNames.nearest(to: word, among: table.commands.map(\.name), limit: 1)
        }
        let own = feeds.first ?? categories.first.map { CategoryWording.name($0, localizer) }
        found += [own.map { "headlines \($0)" } ?? "headlines", "help", "headlines"]
        var lines: [String] = []
        for line in found where !lines.contains(line) { lines.append(line) }
        return (lines[0], lines[1])
    }

    /// The names of the feeds that the reader follows, as they can be typed.
    private func followedNames() async throws -> [String] {
        guard let reader else { return [] }
        let followed = try await services.store.followedFeeds(of: reader, at: time)
        return followed.compactMap { TypedName.of($0.subscription.name ?? $0.feed.name) }
    }

    /// Whether a folded text has a name, or a word of it with at most a typing error or two.
    private static func isNamed(_ name: String, in text: String, _ words: [String]) -> Bool {
        let name = folded(name).filter { $0 != "\"" }
        if name.count > 1, !name.utf8.allSatisfy({ $0 < 0x80 }) { return text.contains(name) }
        let parts = name.split(separator: " ").map(String.init).filter { $0.count > 3 || $0 == name }
        return words.contains { word in parts.contains(word) || !NearNames.nearest(to: word, among: parts).isEmpty }
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
