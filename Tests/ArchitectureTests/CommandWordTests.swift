import Foundation
import Testing

/// What is known of a command stands on its declaration in `Sources/ChatCommands/Commands`, and nowhere else.
@Suite struct CommandWordTests {
    /// Names and aliases of all commands, as they are declared.
    private static let words: Set<String> = {
        var words: Set<String> = []
        for file in SourceTree.swiftFiles(under: "Sources/ChatCommands/Commands") {
            for declaration in file.text.components(separatedBy: " = Command(").dropFirst() {
                let facts = declaration.components(separatedBy: "\n    )")[0].split(separator: "\n")
                for line in facts.map({ $0.drop { $0 == " " } }) {
                    guard ["name:", "aliases:", "genericAliases:"].contains(where: line.hasPrefix) else { continue }
                    words.formUnion(quoted(line))
                }
            }
        }
        return words
    }()

    /// Words of HTML or of a header, and names of lists in the locales, that happen to be words of commands, too.
    private static let otherWords: [String: Set<String>] = [
        "AutomaticMail.swift": ["no"],
        "IMAPConversation.swift": ["search"],
        "IRCIdentity.swift": ["h"],
        "MatrixPicture.swift": ["h"],
        "MailHTML.swift": ["quiet", "start", "story", "summary"],
        "MailPart.swift": ["yes"],
        "PartReader.swift": ["digest"],
        "MailBody.swift": ["start"],
        "PeopleWords.swift": ["resume"],
    ]

    private static func quoted(_ line: some StringProtocol) -> [String] {
        let code = line.components(separatedBy: "//")[0]
        return code.components(separatedBy: "\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }

    @Test func `the declarations are found`() {
        #expect(Self.words.isSuperset(of: ["headlines", "hl", "top", "why", "link", "yes", "import", "quiz"]))
        #expect(Self.words.isDisjoint(with: ["stats", "gallery"]))
    }

    @Test func `networks and mail name no command: they are handed a vocabulary`() {
        for folder in ["ChatNetworks", "MailMessages", "MailTalk", "MailTransport"] {
            for file in SourceTree.swiftFiles(under: "Sources/\(folder)") {
                let name = file.path.split(separator: "/").last.map(String.init) ?? ""
                let known = Self.otherWords[name] ?? []
                let named = Set(file.text.split(separator: "\n").flatMap(Self.quoted).map { $0.lowercased() })
                let commands = named.intersection(Self.words).subtracting(known)
                #expect(commands.isEmpty, "\(file.path) names \(commands)")
            }
        }
    }

    @Test func `hints and usage lines name only commands that exist`() {
        for file in SourceTree.swiftFiles(under: "Sources") {
            for beginning in ["int(\"", "typed(\"", "usageError(\"", "rguments, of: \""] {
                for rest in file.text.components(separatedBy: beginning).dropFirst() {
                    let word = rest.prefix { !"\" \\".contains($0) }
                    let isWord = !word.isEmpty && word.allSatisfy { $0.isASCII && $0.isLowercase }
                    guard isWord else { continue }
                    #expect(Self.words.contains(String(word)), "\(file.path): \(beginning)\(word)")
                }
            }
        }
    }

    @Test func `a command's context is not extended: what several commands do has a service of its own`() {
        for file in SourceTree.swiftFiles(under: "Sources/ChatCommands") where !file.path.contains("/Table/") {
            for forbidden in ["extension CommandContext", "extension CommandTopic"] {
                #expect(!file.text.contains(forbidden), "\(file.path) has an \(forbidden)")
            }
        }
    }

    @Test func `nothing asks which command it is to know a fact about it`() {
        for file in SourceTree.swiftFiles(under: "Sources/ChatCommands") {
            for forbidden in [
                "switch command.name", "command.name ==", "].contains(name)", ".name == Command.", ".name != Command.",
            ] {
                #expect(!file.text.contains(forbidden), "\(file.path) contains \(forbidden)")
            }
        }
    }
}
