internal import NewsModel

/// Why a command failed, worded so that its sender can act on it.
enum CommandError: UserFacingError, Hashable {
    /// `byServices`: accounts of this network are managed by its services (IRC).
    case needsAccount(byServices: Bool)
    /// `alternative` is a command that the sender may use for themselves.
    case needsOperator(alternative: String)
    case onlyInRooms(command: String)
    case usage(String)
    case unknownPlace(String)
    /// Somebody asks for news near themselves. `hint` is a command that names a place.
    case unknownWhereabouts(hint: String)
    case notInRoom(String)
    /// The bot cannot join the room by itself.
    case needsInvitation(String)
    case cannotEnterNow(String)
    case noMail
    /// The sender has no mailbox. `link` is the command that gives them one; `address` is the bot's mail address.
    case noMailbox(link: String, address: String)
    case mailUnsubscribed(mailbox: String, address: String)
    case noList(hint: String)
    /// `count` is the last number of the list; nil where the number is one of it, but what it meant is gone.
    case noSuchNumber(String, count: Int? = nil, hint: String)
    /// The answered message shows a list without this number. `count` is the last number of the list.
    case notInAnsweredList(String, count: Int)
    /// The answered message shows several stories. `hint` is the command with the number of one.
    case whichOfList(count: Int, hint: String)
    case noSuchStory(String)
    case noStoryAt(url: String, preview: String, sub: String)
    case storyGone(hint: String)
    case badTime(String)
    case badZone(String, suggestions: [String])
    case badLanguage(String, known: [String])
    case badDuration(String)
    /// Breaking news by fewer or more independent sources than can be asked for.
    case breakingSources(least: Int, most: Int)
    case breakingTime(least: String, most: String)
    /// Breaking news of what is no category and no place: the arguments of `alert.breaking.unknown`.
    case unknownBreaking([String: MessageArgument])
    /// A line that can be read, but hardly says what was meant.
    case unclear(LocalizedMessage)
    case view(ViewProblem)
    case headlines(HeadlineProblem)
    /// Why a topic of investing cannot be shown: a key of `command.investing`, with its arguments.
    case investing(String, [String: MessageArgument])
    /// Why no story can be saved: a key of `saved.error`, with its arguments.
    case saving(String, [String: MessageArgument])
    /// Why a wording for pushed stories cannot be used: a key of `template.error`, with its arguments.
    case template(String, [String: MessageArgument])
    case quota(kind: String, limit: Int, hint: String)
    /// The sender has reached the limit on what one person may create for all rooms together.
    case createdQuota(kind: String, limit: Int)
    /// The people at the sender's host have together reached the limit of one person.
    case placeQuota(limit: Int)
    case noSuchAlert(String, hint: String)
    case noSuchSchedule(String, hint: String)
    case noSuchFeed(String, suggestions: [String], hint: String)
    case severalFeeds(String, names: [String])
    /// A feed with a private address: only somebody who knows the address may follow it.
    case foreignAddress(String)
    case noSuchSubject(String, suggestions: [String], known: [String])
    /// No sport of the catalogue, or no topic of investing.
    case noSuchSubjectOf(NewsCategory, String, near: [String], known: [String])
    /// A category of the catalogue, of which nothing is followed.
    case followsNothing(in: String, hint: String)
    case notMonthly(weekly: String, month: String)
    case onlyScheduledThere(String, hint: String)
    /// Somebody else's mail address was named. `hint` is a command that works.
    case onlyOwnMailbox(hint: String)
    case badCode
    case tooManyCodes
    case notLinked(hint: String)
    case noSuchAccount(String, known: [String])
    /// The account was away for too long; its profile must be claimed first.
    case dormant
    /// There are no puzzles of this kind here.
    case puzzlesOff
    /// A game by the clock was asked for by mail. `hint` plays it.
    case noGameByMail(hint: String)
    case badSetting(String)
    case noSuchCategory(String, suggestions: [String], hint: String)
    /// The category is there because of feeds that the owner does not follow. `hide` and `sources` are commands.
    case categoryOfSelection(String, hide: String, sources: String)
    /// `reason` is the last part of the key `error.categoryName`.
    case badName(String, CategoryNaming.Kind, reason: String)
    /// The name means a category of the catalogue, or a sport: the arguments of `error.categoryName.category`.
    case nameOfCategory(CategoryNaming.Kind, [String: MessageArgument])
    case nameOfSport(CategoryNaming.Kind, [String: MessageArgument])
    case noSuchSmartFeed(String, suggestions: [String], hint: String)
    case smartFeedIsOff(String, hint: String)
    /// A number of the list of feeds means one where only a feed will do.
    case isSmartFeed(_ number: String, String, hint: String)
    case smartTooDeep(limit: Int)
    case badColour(String, known: [String])
    /// A search in a room for what only a person has read or saved.
    case stateInRoom(hint: String)
    case tooManyFetches
    case tooManyAtOnce(limit: Int)
    /// The limit on fetches of all people together is reached.
    case sitesBusy(minutes: Int)
    /// Too many searches wait already.
    case tooManySearches
    case noQuizByMail
    /// A round of fewer or more questions than there can be. `hint` starts one.
    case quizCount(least: Int, most: Int, hint: String)
    case noSuchMute(String, hint: String)
    case noSuchFilter(String, hint: String)

    var message: LocalizedMessage {
        switch self {
        case .needsAccount(let byServices):
            LocalizedMessage(byServices ? "error.needsServicesAccount" : "error.needsAccount")
        case .needsOperator(let alternative):
            alternative.isEmpty
                ? LocalizedMessage("error.needsOperator")
                : LocalizedMessage("error.needsOperatorHint", ["hint": .text(alternative)])
        case .onlyInRooms(let command): LocalizedMessage("error.onlyInRooms", ["command": .text(command)])
        case .usage(let usage): LocalizedMessage("error.usage", ["usage": .text(usage)])
        case .unknownWhereabouts(let hint): LocalizedMessage("command.places.notKnown", ["hint": .text(hint)])
        case .unknownPlace(let text): LocalizedMessage("error.unknownPlace", ["text": .text(text)])
        case .notInRoom(let room): LocalizedMessage("error.notInRoom", ["room": .text(room)])
        case .needsInvitation(let room): LocalizedMessage("error.needsInvitation", ["room": .text(room)])
        case .cannotEnterNow(let room): LocalizedMessage("error.cannotEnterNow", ["room": .text(room)])
        case .noMail: LocalizedMessage("error.noMail")
        case .noMailbox(let link, let address):
            LocalizedMessage("error.noMailbox", ["link": .text(link), "address": .text(address)])
        case .mailUnsubscribed(let mailbox, let address):
            LocalizedMessage("error.mailUnsubscribed", ["mailbox": .text(mailbox), "address": .text(address)])
        case .noList(let hint): LocalizedMessage("error.noList", ["hint": .text(hint)])
        case .noSuchNumber(let number, let count, let hint):
            LocalizedMessage(
                count == nil ? "error.noSuchNumber" : "error.numberOutOfList",
                ["number": .text(number), "n": .number(count ?? 0), "hint": .text(hint)]
            )
        case .notInAnsweredList(let text, let count):
            LocalizedMessage("error.notInAnsweredList", ["text": .text(text), "n": .number(count)])
        case .whichOfList(let count, let hint):
            LocalizedMessage("error.whichOfList", ["n": .number(count), "hint": .text(hint)])
        case .noSuchStory(let name): LocalizedMessage("error.noSuchStory", ["name": .text(name)])
        case .noStoryAt(let url, let preview, let sub):
            LocalizedMessage("error.noStoryAt", ["url": .text(url), "preview": .text(preview), "sub": .text(sub)])
        case .storyGone(let hint): LocalizedMessage("error.storyGone", ["hint": .text(hint)])
        case .badTime(let text): LocalizedMessage("error.badTime", ["text": .text(text)])
        case .badZone(let text, let suggestions): Self.suggesting("error.badZone", text, suggestions)
        case .badLanguage(let text, let known):
            LocalizedMessage(
                "error.badLanguage",
                ["text": .text(text), "known": .names(known)]
            )
        case .badDuration(let text): LocalizedMessage("error.badDuration", ["text": .text(text)])
        case .breakingSources(let least, let most):
            LocalizedMessage("alert.breaking.badSources", ["least": .number(least), "most": .number(most)])
        case .breakingTime(let least, let most):
            LocalizedMessage("alert.breaking.badTime", ["least": .text(least), "most": .text(most)])
        case .unknownBreaking(let facts): LocalizedMessage("alert.breaking.unknown", facts)
        case .unclear(let message): message
        case .view(let problem): problem.message
        case .headlines(let problem): problem.message
        case .saving(let key, let facts): LocalizedMessage("saved.error.\(key)", facts)
        case .template(let reason, let facts):
            LocalizedMessage("template.error.\(reason)", facts)
        case .quota(let kind, let limit, let hint):
            LocalizedMessage("error.quota.\(kind)", ["n": .number(limit), "hint": .text(hint)])
        case .createdQuota(let kind, let limit):
            LocalizedMessage("quota.created.\(kind)", ["n": .number(limit)])
        case .placeQuota(let limit): LocalizedMessage("quota.createdFromPlace", ["n": .number(limit)])
        case .noSuchAlert(let number, let hint):
            LocalizedMessage("error.noSuchAlert", ["number": .text(number), "hint": .text(hint)])
        case .noSuchSchedule(let number, let hint):
            LocalizedMessage("error.noSuchSchedule", ["number": .text(number), "hint": .text(hint)])
        case .noSuchFeed(let text, let suggestions, let hint):
            Self.suggesting("error.noSuchFeed", text, suggestions, hint: hint)
        case .severalFeeds(let text, let names):
            LocalizedMessage(
                "error.severalFeeds",
                ["text": .text(text), "names": .names(names)]
            )
        case .foreignAddress(let name): LocalizedMessage("sight.foreignAddress", ["name": .text(name)])
        case .followsNothing(let category, let hint):
            LocalizedMessage("error.followsNothingIn", ["category": .text(category), "hint": .text(hint)])
        case .noSuchSubject(let text, let suggestions, let known):
            suggestions.isEmpty && !known.isEmpty
                ? LocalizedMessage(
                    "error.noSuchSubjectKnown",
                    ["text": .text(text), "known": .names(Array(known.prefix(12)))]
                )
                : Self.suggesting("error.noSuchSubject", text, suggestions)
        case .noSuchSubjectOf(let category, let text, let near, let known):
            LocalizedMessage(
                (category == .sports ? "search.unknownSport" : "search.unknownTopic") + (near.isEmpty ? "" : "Near"),
                [
                    "text": .text(text), "known": .names(known),
                    "near": .names(near),
                ]
            )
        case .investing(let key, let facts): LocalizedMessage("command.investing.\(key)", facts)
        case .notMonthly(let weekly, let month):
            LocalizedMessage("error.notMonthly", ["weekly": .text(weekly), "month": .text(month)])
        case .onlyScheduledThere(let place, let hint):
            LocalizedMessage("error.onlyScheduledThere", ["place": .text(place), "hint": .text(hint)])
        case .tooManyFetches: LocalizedMessage("error.tooManyFetches")
        case .tooManyAtOnce(let limit): LocalizedMessage("error.tooManyAtOnce", ["limit": .number(limit)])
        case .sitesBusy(let minutes): LocalizedMessage("limits.sitesBusy", ["n": .number(minutes)])
        case .tooManySearches: LocalizedMessage("search.busy")
        case .noQuizByMail: LocalizedMessage("error.noQuizByMail")
        case .quizCount(let least, let most, let hint):
            LocalizedMessage(
                "command.quiz.count",
                ["least": .number(least), "most": .number(most), "hint": .text(hint)]
            )
        case .noSuchMute(let text, let hint):
            LocalizedMessage("error.noSuchMute", ["text": .text(text), "hint": .text(hint)])
        case .noSuchFilter(let number, let hint):
            LocalizedMessage("error.noSuchFilter", ["number": .text(number), "hint": .text(hint)])
        case .dormant: LocalizedMessage("error.dormant")
        case .puzzlesOff: LocalizedMessage("puzzle.off")
        case .noGameByMail(let hint): LocalizedMessage("error.noGameByMail", ["hint": .text(hint)])
        case .tooManyCodes: LocalizedMessage("error.tooManyCodes")
        case .notLinked(let hint): LocalizedMessage("error.notLinked", ["hint": .text(hint)])
        case .noSuchAccount(let text, let known):
            LocalizedMessage(
                "error.noSuchAccount",
                ["text": .text(text), "known": .names(known)]
            )
        case .onlyOwnMailbox(let hint): LocalizedMessage("error.onlyOwnMailbox", ["hint": .text(hint)])
        case .badCode: LocalizedMessage("error.badCode")
        case .badSetting(let text): LocalizedMessage("error.badSetting", ["text": .text(text)])
        case .noSuchCategory(let text, let suggestions, let hint):
            Self.suggesting("error.noSuchCategory", text, suggestions, hint: hint)
        case .categoryOfSelection(let name, let hide, let sources):
            LocalizedMessage(
                "error.categoryOfSelection",
                ["name": .text(name), "hide": .text(hide), "sources": .text(sources)]
            )
        case .badName(let text, let kind, let reason):
            LocalizedMessage("error.\(kind.rawValue)Name.\(reason)", ["text": .text(text)])
        case .nameOfCategory(let kind, let facts): LocalizedMessage("error.\(kind.rawValue)Name.category", facts)
        case .nameOfSport(let kind, let facts): LocalizedMessage("error.\(kind.rawValue)Name.sport", facts)
        case .noSuchSmartFeed(let text, let suggestions, let hint):
            Self.suggesting("error.noSuchSmartFeed", text, suggestions, hint: hint)
        case .smartTooDeep(let limit): LocalizedMessage("smart.error.tooDeep", ["limit": .number(limit)])
        case .smartFeedIsOff(let name, let hint):
            LocalizedMessage("error.smartFeedIsOff", ["name": .text(name), "hint": .text(hint)])
        case .isSmartFeed(let number, let name, let hint):
            LocalizedMessage(
                "error.isSmartFeed",
                ["number": .text(number), "name": .text(name), "hint": .text(hint)]
            )
        case .stateInRoom(let hint): LocalizedMessage("search.stateInRoom", ["hint": .text(hint)])
        case .badColour(let text, let known):
            LocalizedMessage("error.badColour", ["text": .text(text), "known": .names(known)])
        }
    }

    private static func suggesting(
        _ key: String,
        _ text: String,
        _ suggestions: [String],
        hint: String = ""
    ) -> LocalizedMessage {
        var arguments: [String: MessageArgument] = ["text": .text(text), "hint": .text(hint)]
        guard !suggestions.isEmpty else { return LocalizedMessage(key, arguments) }
        arguments["suggestions"] = .names(suggestions)
        return LocalizedMessage(key + "Near", arguments)
    }
}
