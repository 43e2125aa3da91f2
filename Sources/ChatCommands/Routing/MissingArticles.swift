internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Says when an answer lacks articles, because they have only just come.
struct MissingArticles: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The closing line of an answer from the places and facts of articles, and behind it how many articles the answer
    /// lacks.
    ///
    /// - Parameter line: a footer, or nothing.
    /// - Parameter usesIndex: the answer also comes from the full-text index.
    func closing(
        _ selection: ArticleSelection,
        in sight: Sight,
        after line: RichText = RichText(),
        usesIndex: Bool = false
    ) async throws -> RichText {
        let count = try await services.store.countMissingArticles(selection, in: sight, orUnindexed: usesIndex)
        guard count > 0 else { return line }
        let missing = localizer.spans("command.missing", ["n": .number(count)])
        guard case .footer(let spans) = line.blocks.last else { return RichText([.footer(missing)]) }
        // One block, because only the last one closes a page.
        return RichText([.footer(spans + [" · "] + missing)])
    }
}
