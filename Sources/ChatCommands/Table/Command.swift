internal import NewsModel

/// One row of the command table: everything the router and the help need to know of a command.
struct Command: Sendable {
    enum Places: Sendable {
        case anywhere
        case rooms
    }

    enum Need: Sendable {
        /// Guests too.
        case nothing
        /// A verified account: the command keeps something for a person.
        case account
    }

    /// Where `help` lists it.
    enum Topic: String, CaseIterable, Sendable {
        case reading
        case following
        case alerts
        case clock
        case games
        case settings
    }

    typealias Handler = @Sendable (CommandContext, Arguments) async throws -> [Answer]

    /// Also the key of its texts: `help.<name>` and `help.<name>Usage`.
    var name: String
    var aliases: [String] = []
    /// Other bots answer to these words too: in rooms they need the bot's name, or leave of the room's operators.
    var genericAliases: [String] = []
    var isGeneric = false
    var topic: Topic?
    var places: Places = .anywhere
    var need: Need = .nothing
    /// How many words it takes; nil where it looks itself for those that it does not use.
    var mostWords: Int?
    /// Whether words at the end are kept as they are, even polite ones: a question, a note, a new name.
    var keepsText: @Sendable (Arguments) -> Bool = { _ in false }
    /// Done a second time, as after a crash before its answer, it would do something else.
    var isOnceOnly = false
    var run: Handler

    var words: [String] { [name] + aliases + genericAliases }

    /// Refuses words that it does not use, before anything is done.
    func refuseRest(of arguments: Arguments, _ context: CommandContext) throws {
        guard let mostWords else { return }
        try context.refuseRest(arguments.dropping(mostWords), of: name)
    }

    /// Whether a word that names this command is one that other bots answer to.
    func isGeneric(_ word: String) -> Bool { isGeneric || genericAliases.contains(word) }
}
