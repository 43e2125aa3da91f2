internal import Localization
internal import NewsModel

/// Says that a room's operators have switched games off, and how to play in private.
struct SwitchedOffGames: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// - Parameter name: the command of the game that was asked for.
    func answer(for name: String, in other: Room) -> [Answer] {
        let isHere = other.id == room?.id
        let areAllOff = !table.commands.contains { $0.isGame && other.etiquette.allows($0.name) }
        let address = Address(network: other.network, kind: .room, target: other.name)
        let facts: [String: MessageArgument] = [
            "game": .text(localizer.text("puzzle.kind.\(name)")), "room": .text(placeName(address)),
            "hint": .text(privateHint(HintLine(name))),
        ]
        guard areAllOff else { return say("command.gamesOff.\(isHere ? "gameHere" : "gameThere")", facts) }
        return say("command.gamesOff.\(isHere ? "here" : "there")", facts)
    }
}

extension Command {
    /// What a game answers in a room that has switched it off.
    var switchedOff: Command {
        let name = name
        var command = self
        command.run = { context, _ in
            guard let room = context.room else { return [] }
            return SwitchedOffGames(context).answer(for: name, in: room)
        }
        return command
    }
}
