internal import NewsModel

/// One row of the command table: all that the router and the help need to know about a command.
struct Command: Sendable {
    enum Places: Sendable {
        case anywhere
        case rooms
    }

    enum Need: Sendable {
        /// Guests may use it too.
        case nothing
        /// It is about what a person or a room owns.
        ///
        /// For oneself a verified account is required; the command checks that when it knows the owner.
        case owner
        /// It shows what somebody owns: for oneself a verified account is required, a room's is shown to everybody.
        case ownList
        /// A verified account is required, because the command stores something for a person.
        case account
    }

    /// When a generic command answers in a room to the prefix alone, though the room has not enabled it.
    enum Unnamed: Hashable, Sendable {
        case never
        /// While the room's newest list is ours and the words refer to it: `!read 3`.
        ///
        /// - Parameter alone: also without any words, such as `!more`.
        case afterList(alone: Bool)
        /// At most once a minute in a room.
        case eachMinute
    }

    /// What a line can do to a person if somebody else forged it in their name.
    enum Effect: Sendable {
        /// It changes something, fetches an address or stores something.
        case changes
        /// It only shows something or saves a story, unless it asks for a schedule or another destination.
        case shows
        /// It only shows something if the words after it pass this check.
        case showsOnly(@Sendable (Arguments) -> Bool)
    }

    /// The section of `help` that lists it.
    enum Topic: String, CaseIterable, Sendable {
        case reading
        case following
        case alerts
        case clock
        case playing
        case settings
    }

    /// How other bots call it, after `feed`, `rss` or `news`: `!feed add …`.
    struct ForeignForm: Sendable {
        var word: String
        /// Whether words must follow; without it none may.
        var takesWords: Bool
        /// Whether a name may stand before an address.
        var allowsNameFirst = false
    }

    typealias Handler = @Sendable (CommandContext, Arguments) async throws -> [Answer]

    /// Also the key of its texts: `help.<name>` and `help.<name>Usage`.
    var name: String
    var aliases: [String] = []
    /// Aliases that other bots also use.
    ///
    /// In rooms they need the bot's name, or must be enabled by the room's operators.
    var genericAliases: [String] = []
    var isGeneric = false
    /// Only for generic commands.
    var unnamed = Unnamed.never
    var topic: Topic?
    var places: Places = .anywhere
    var need: Need = .nothing
    /// Whether this bot has what the command needs.
    var isConfigured: @Sendable (CommandServices) -> Bool = { _ in true }
    /// How many words it accepts; nil if the command checks that itself.
    var mostWords: Int?
    /// Whether polite words at the end belong to the text: a query, a note, a new name.
    var keepsText: @Sendable (Arguments) -> Bool = { _ in false }
    /// Whether a whole sentence may follow it without a blank, in scripts without spaces.
    var takesSentences = false
    /// Whether running it twice, as after a crash before its answer, would have another effect.
    var mustNotRepeat = false
    /// Which words may follow it in text that may also be normal talk, such as mail.
    var shape = CommandShape.alone
    var effect = Effect.changes
    /// Whether it asks for messages that are pushed later.
    ///
    /// `at` and `to` always do.
    var asksForPushes: @Sendable (Arguments) -> Bool = { _ in false }
    /// Whether a frequency may precede it: `weekly digest`.
    var allowsFrequencyFirst = false
    /// Whether it works in private while the person's profile is dormant.
    var worksWhileDormant = false
    /// Whether a room's operators may switch it off.
    var mayBeSwitchedOff = true
    /// Whether it is played: `set room games off` switches all of these off.
    var isGame = false
    /// Whether it answers the open question; any other command leaves that behind.
    var answersQuestions = false
    /// Whether a person who was taken for a bot is heard again when they type it.
    var endsSilence = false
    /// Whether a secret code follows it.
    ///
    /// If such a line is typed in a room, the code is made invalid.
    var takesSecretCode = false
    /// The roles for which networks use this command, with the word that they use.
    var roles: [CommandVocabulary.Role: String] = [:]
    /// Emoji reactions that run it, without variation selectors.
    var reactions: [String] = []
    /// Whether people may type it with a number between the quoted lines of a mail: `save 3`.
    var answersQuotedLines = false
    var foreignForm: ForeignForm?
    /// Whether it brings an older change to the front, and makes none of its own.
    var returnsToChanges = false
    var run: Handler

    var words: [String] { [name] + aliases + genericAliases }

    /// Whether a line with these words is about what somebody owns.
    func needsOwner(_ arguments: Arguments) -> Bool {
        need != .nothing || asksForPushes(arguments) || arguments.hasTimeOrDestination
    }

    /// Throws a usage error if there are more words than it accepts.
    func refuseRest(of arguments: Arguments, _ context: CommandContext) throws {
        guard let mostWords else { return }
        try context.refuseRest(arguments.dropping(mostWords), of: name)
    }

    /// Whether a word for this command is one that other bots also use.
    func isGeneric(_ word: String) -> Bool { isGeneric || genericAliases.contains(word) }
}
