internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let word = Command(
        name: "word",
        aliases: ["wordle"],
        topic: .playing,
        isConfigured: { $0.puzzles?.library.languages.isEmpty == false },
        shape: .word,
        isGame: true
    ) { context, arguments in
        var arguments = arguments
        if arguments.namesPuzzleTime { return try await Scheduling(context).schedule(.word, &arguments) }
        // Practice and hard mode are a person's own, also where a room plays together.
        if let together = RoomGames(context), arguments.words.count == 2, arguments.first?.keyword == "in" {
            return try await together.setLanguage(arguments.dropping(1).text)
        }
        let isOwn = arguments.first.map { WordGames.ownWords.contains($0.keyword) } ?? false
        if let together = RoomGames(context), arguments.words.count < 2, !isOwn {
            guard let word = arguments.first else { return try await together.openWord() }
            return try await word.keyword == "letters" ? together.letters() : together.guess(word)
        }
        let game = try await WordGames(context)
        // `practice german` as well as `german practice`; a word of that length is no guess.
        if arguments.takeFlag("practice") { return try await game.practice(arguments) }
        guard let first = arguments.first else { return try await game.open() }
        if arguments.words.count == 2 {
            switch first.keyword {
            case "hard": return try await game.setHard(arguments.dropping(1).first)
            case "in": return try await game.setLanguage(arguments.dropping(1).text)
            default:
                guard let number = Puzzling.number(first) else { throw context.usageError("word") }
                return try await game.open(numbered: number, in: arguments.dropping(1).text)
            }
        }
        guard arguments.words.count == 1 else { throw context.usageError("word") }
        switch first.keyword {
        case "letters": return try await game.letters()
        case "again": return game.another(insteadOf: first)
        case "hard": return game.hardMode()
        case "in": throw context.usageError("word")
        // Anything else is a guess, also the name of a command, and what stands in quotes.
        default:
            if let number = Puzzling.number(first) { return try await game.open(numbered: number) }
            if let board = try await game.open(in: first.text) { return board }
            return try await game.guess(first.text)
        }
    }
}

extension CommandShape {
    fileprivate static let word = CommandShape { typed in
        guard !typed.arguments.namesPuzzleTime, let first = typed.rest.first else { return true }
        if typed.rest.words.count > 1, first.keyword == "practice" { return typed.rest.words.count <= 4 }
        if typed.rest.words.count == 2 {
            return ["hard", "in"].contains(first.keyword) || Puzzling.number(first) != nil
        }
        return typed.rest.isOne("letters", "practice", "again", "hard")
            || typed.rest.words.count == 1 && (first.text.count == WordList.length || Int(first.text) != nil)
    }
}

extension Arguments {
    /// Whether a puzzle's line names a time; a single word is a guess, even `every`.
    var namesPuzzleTime: Bool {
        guard let first, words.count > 1 else { return false }
        return ["at", "every", "also"].contains(first.keyword) || namesSchedule || beginsWithFrequency
    }
}
