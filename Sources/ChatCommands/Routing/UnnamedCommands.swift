internal import Foundation
internal import NewsModel
internal import Storage

/// Decides what a generic command with the prefix alone, such as `!more`, means in a room.
///
/// Other bots use these words too, so most of them need the bot's name. A person is told so once.
struct UnnamedCommands {
    let router: CommandRouter
    let room: Room
    let message: IncomingMessage

    /// Nil if the line is not for the bot.
    func request(
        _ command: Command,
        _ word: String,
        _ arguments: Arguments,
        line: String
    ) async -> CommandRequest? {
        // These words belong to other bots first.
        guard !command.genericAliases.contains(word) else { return nil }
        let now = router.services.time.now
        switch command.unnamed {
        case .afterList(let alone):
            if refersToList(arguments, alone: alone), await hasList(at: now) { return .command(command, arguments) }
        case .eachMinute:
            // Nobody uses up the turns of what others ask for.
            let asker = arguments.isEmpty ? "" : router.counted(message).lasting
            if await router.memory.takeTurn("\(room.id) \(command.name) \(asker)", each: 60, at: now) {
                return .command(command, arguments)
            }
            // The answer stands just above.
            if arguments.isEmpty { return nil }
        case .never: break
        }
        // Nobody is told to say a secret code where others read it.
        guard !command.takesSecretCode || arguments.isEmpty else { return nil }
        let person = router.counted(message).lasting
        return await router.memory.takeTurn("name \(person)", each: 3_600, at: now) ? .unnamed(line: line) : nil
    }

    private func refersToList(_ arguments: Arguments, alone: Bool) -> Bool {
        guard let first = arguments.first else { return alone }
        return first.isReference && !first.isURL
    }

    /// Whether a list of ours was shown in the room within a day.
    private func hasList(at now: Date) async -> Bool {
        let list = try? await router.services.store.newestListing(
            owner: .recipient(room.id.recipient),
            place: Listings.placeKey(of: room),
            at: now
        )
        return list != nil
    }
}
