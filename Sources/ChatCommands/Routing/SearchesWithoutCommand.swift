internal import NewsModel

/// Understands lines that are a search although the command is missing: `finance last week`, `sports from ESPN`.
struct SearchesWithoutCommand: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The search that a line in private asks for; nil if it may mean anything else.
    ///
    /// `sports` and `investing` are commands, and categories too.
    func search(_ text: String, insteadOf request: CommandRequest) async throws -> CommandRequest? {
        guard isPrivate else { return nil }
        switch request {
        case .unknown: break
        case .command(let command, _): guard NewsCategory(named: command.name) != nil else { return nil }
        case .url, .said, .unnamed: return nil
        }
        return try await words(of: text).map { .command(.search, $0) }
    }

    /// What a line looks for if it can only be a search, without polite words at its end; nil if it may be another.
    func words(of text: String) async throws -> Arguments? {
        let words = Arguments(CommandWord.words(in: text).map(table.withMeaning)).withoutPoliteness
        return try await SearchRequests(context).isNothingButSearch(words.raw) ? words : nil
    }
}
