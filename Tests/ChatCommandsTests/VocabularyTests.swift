import NewsModel
import TestSupport
import Testing

@testable import ChatCommands

/// What networks and hints know of the commands is what the commands declare.
@Suite(.timed) struct VocabularyTests {
    private let vocabulary = CommandVocabulary.standard(prefix: "!", rooms: NetworkKind.roomMarks)

    @Test func `every command is in it, and every word of it names its command`() {
        #expect(vocabulary.entries.map(\.name) == CommandTable.standard.commands.map(\.name))
        for command in CommandTable.standard.commands {
            for word in command.words { #expect(vocabulary.entry(named: word.uppercased())?.name == command.name) }
        }
        #expect(vocabulary.entry(named: "stats") == nil)
    }

    @Test func `everything that networks ask for has a command, by a word of its own`() {
        for role in CommandVocabulary.Role.allCases {
            let word = vocabulary.word(for: role)
            #expect(word.flatMap { vocabulary.entry(named: $0)?.roles[role] } == word && word != nil, "\(role)")
        }
    }

    @Test func `no two commands claim one word, one emoji or one role`() {
        let words = vocabulary.entries.flatMap(\.words)
        #expect(words.count == Set(words).count)
        let signs = vocabulary.entries.flatMap(\.reactions)
        #expect(signs.count == vocabulary.reactions.count)
        let roles = vocabulary.entries.flatMap(\.roles.keys)
        #expect(roles.count == Set(roles).count)
    }

    @Test func `what other modules' tests use is as it is declared`() {
        for entry in CommandVocabulary.forTest.entries { #expect(vocabulary.entry(named: entry.name) == entry) }
    }

    @Test(arguments: [
        ("import", true), ("!import", true), ("  Import to dm", true), ("! import", false), ("importing", false),
        ("important", false), ("", false), ("sub", false),
    ]) func `a line begins with what a network asks for, with or without the prefix`(line: String, begins: Bool) {
        #expect(vocabulary.begins(line, with: .importing) == begins)
    }
}
