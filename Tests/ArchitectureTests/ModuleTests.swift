import Foundation
import Testing

/// What each module may import of ours, and which foreign library only it touches.
private let allowedImports: [String: Set<String>] = [
    "NewsModel": ["Geography"],
    "TOMLReading": ["CTOML"],
    "CompactTexts": [],
    "Localization": ["NewsModel", "CompactTexts", "TOMLReading"],
    "TextAnalysis": ["TimeArithmetic", "Geography", "CRE2", "CCLD2", "CICU", "CStemmer"],
    "ArticleQueries": ["NewsModel", "TextAnalysis"],
    "Parallelism": [],
    "Geography": [],
    "Gazetteer": ["Geography"],
    "TimeArithmetic": [],
    "FeedParsing": ["TimeArithmetic", "CLibXML2", "Parallelism"],
    "CurlClient": ["CCurl", "Parallelism"],
    "MailMessages": ["TimeArithmetic"],
    "TLSChannel": ["COpenSSL"],
    "WebEndpoint": [],
    "IRCClient": ["TimeArithmetic", "TLSChannel"],
    "MatrixClient": ["CurlClient"],
    "MailTalk": ["NewsModel", "MailMessages"],
    "MailTransport": ["CSpawn", "CurlClient", "Parallelism", "TimeArithmetic"],
    "Storage": ["NewsModel", "TextAnalysis", "ArticleQueries", "Geography", "TimeArithmetic"],
    "Editorial": [
        "NewsModel", "TextAnalysis", "ArticleQueries", "TimeArithmetic", "TOMLReading", "Gazetteer", "Geography",
    ],
    "Games": ["NewsModel", "CompactTexts", "TextAnalysis", "Geography"],
    "Waking": ["NewsModel"],
    "FeedRefresh": [
        "NewsModel", "TimeArithmetic", "TextAnalysis", "ArticleQueries", "CurlClient", "FeedParsing", "Editorial",
        "Storage",
        "Waking",
    ],
    "NewsWording": ["NewsModel", "Localization", "TextAnalysis", "Editorial"],
    "Speaking": ["NewsModel", "Parallelism", "TimeArithmetic", "Waking"],
    "Schedules": ["NewsModel", "TimeArithmetic", "Editorial", "Storage", "Waking"],
    "ItemDelivery": [
        "NewsModel", "TimeArithmetic", "NewsWording", "Editorial", "Schedules", "Speaking", "Storage", "Localization",
        "Waking",
    ],
    "ChatNetworks": [
        "NewsModel", "Waking", "Parallelism", "TimeArithmetic", "IRCClient", "MatrixClient", "CurlClient",
        "MailMessages", "MailTalk", "MailTransport", "FeedParsing", "Speaking",
    ],
    "GameRooms": [
        "NewsModel", "NewsWording", "Parallelism", "Schedules", "Speaking", "Storage", "Games", "Localization",
        "TimeArithmetic", "Waking",
    ],
    "ChatCommands": [
        "NewsModel", "TimeArithmetic", "Localization", "TextAnalysis", "Parallelism", "NewsWording", "Storage",
        "FeedRefresh", "FeedParsing", "Editorial", "Games", "GameRooms", "Speaking",
    ],
]

private let owners: [String: String] = [
    "CLibXML2": "FeedParsing", "CCurl": "CurlClient", "CSpawn": "MailTransport", "COpenSSL": "TLSChannel",
    "CRE2": "TextAnalysis",
    "CCLD2": "TextAnalysis", "CICU": "TextAnalysis", "CStemmer": "TextAnalysis", "GRDB": "Storage",
    "GRDBSQLite": "Storage",
    "CTOML": "TOMLReading",
    "CMalloc": "crier", "ArgumentParser": "crier", "NIOHTTP1": "WebEndpoint",
]

@Suite struct ModuleTests {
    private let files = SourceTree.swiftFiles(under: "Sources")

    @Test func `a module imports only what the plan allows`() {
        let ours = Set(allowedImports.keys).union(owners.keys)
        for file in files where file.module != "crier" {
            let allowed = allowedImports[file.module] ?? []
            for name in file.imports where ours.contains(name) && owners[name] != file.module {
                #expect(allowed.contains(name), "\(file.path) imports \(name)")
            }
        }
    }

    @Test func `no two modules have a type of the same name`() {
        var modules: [String: Set<String>] = [:]
        for file in files {
            for name in SourceTree.declaredTypes(in: file.text) { modules[name, default: []].insert(file.module) }
        }
        #expect(modules.count > 500, "declarations are not found any more")
        for (name, modules) in modules where modules.count > 1 {
            Issue.record("\(name) is a type of \(modules.sorted())")
        }
    }

    @Test func `declarations of types are found, and nothing else`() {
        let text = """
            package struct A<Value>: Sendable {
                struct Inside {}
            @frozen indirect enum B { case a }
            private final class C {
            extension D {
            protocol F: Sendable {
            let struct = 1
            """
        #expect(SourceTree.declaredTypes(in: text) == ["A", "B", "C", "F"])
    }

    @Test func `each foreign library has one importing module`() {
        for file in files {
            for name in file.imports {
                if let owner = owners[name] { #expect(file.module == owner, "\(file.path) imports \(name)") }
            }
        }
    }

    @Test func `the modules that could be lifted out do not know the news model`() {
        let free: Set = [
            "FeedParsing", "CurlClient", "TLSChannel", "MailMessages", "TextAnalysis", "IRCClient", "MatrixClient",
            "MailTransport", "WebEndpoint", "Parallelism", "TimeArithmetic", "TOMLReading", "Gazetteer", "Geography",
            "CompactTexts",
        ]
        for file in files where free.contains(file.module) {
            #expect(!file.imports.contains("NewsModel"), "\(file.path)")
        }
    }

    @Test func `the pure modules read no clock`() {
        for file in files
        where [
            "Editorial", "Games", "NewsModel", "Waking", "FeedParsing", "TextAnalysis", "MatrixClient", "MailMessages",
            "MailTalk", "Parallelism", "TimeArithmetic",
        ]
        .contains(file.module) {
            // The only real clock.
            if file.path.hasSuffix("NewsModel/TimeSource.swift") { continue }
            for call in ["Date()", "Date.now", "ContinuousClock", "clock_gettime", "time(nil)"] {
                #expect(!file.text.contains(call), "\(file.path) calls \(call)")
            }
        }
    }

    /// Pushes are in the ledger; all else is retried, kept in order and given up by one type.
    @Test func `only the ledger's sender and the speaker send`() {
        let senders: Set = ["Sources/ItemDelivery/MessageSender.swift", "Sources/Speaking/Speaker.swift"]
        let callers = files.filter { $0.module != "ChatNetworks" && $0.text.contains("network.send(") }
        #expect(Set(callers.map(\.path)) == senders)
        // Matrix sends events of its own accord, too: through a speaker.
        let posting = files.filter { $0.text.contains(", key: key, into: ") }.map(\.path)
        let matrix = "Sources/ChatNetworks/Matrix/"
        #expect(Set(posting) == [matrix + "MatrixNetwork+Sending.swift", matrix + "MatrixWelcomes.swift"])
        for file in files where file.path.hasSuffix("MatrixWelcomes.swift") {
            #expect(file.text.contains("speaker.say("), "\(file.path)")
        }
    }

    /// The forms that networks and databases remember stand in one file.
    @Test func `keys of parts are made by PartKey alone`() {
        for file in files where !file.path.hasSuffix("NewsModel/PartKey.swift") {
            for form in [
                "\"reply-", "\"quiz-", "\"hint-", "\"welcome-", "\"unreadable-", "\"opened-", "\"puzzle-",
                ")-\\(part)\"",
            ] {
                let isHeader = file.text.contains(form + "to\"")
                #expect(!file.text.contains(form) || isHeader, "\(file.path) makes a key of its own: \(form)")
            }
        }
    }

    /// What differs between networks is a value that each network states.
    @Test func `only ChatNetworks and the configuration know which networks there are`() {
        for file in files where file.module != "ChatNetworks" && file.module != "crier" {
            for word in ["NetworkKind", "networkKind", "NetworkTraits.", "network.kind", "matrix.to", "matrix:"] {
                #expect(!file.text.contains(word), "\(file.path) asks which network it is: \(word)")
            }
            for name in ["console", "irc", "matrix", "mail"] {
                for use in ["traits: .\(name)", "traits == .\(name)", "traits = .\(name)"] {
                    #expect(!file.text.contains(use), "\(file.path) asks which network it is: \(use)")
                }
            }
        }
    }

    @Test func `a network says what it can do by conforming, and no default does nothing for it`() {
        for file in files where file.module != "ChatNetworks" {
            for role in ["ChatNetwork", "RoomNetwork", "FileFetching", "ArrivalLookup", "PresenceWatching"] {
                #expect(!file.text.contains("extension \(role) {"), "\(file.path)")
            }
        }
    }

    @Test func `the front door says what the module is`() {
        for module in allowedImports.keys {
            let text = SourceTree.text("Sources/\(module)/\(module).swift")
            let opening = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(5)
            #expect(opening.count == 5 && opening.allSatisfy { $0.hasPrefix("//") }, "\(module)")
        }
    }

    @Test func `the front door names the modules that use it`() {
        let modules = Set(allowedImports.keys).union(["crier"])
        for module in allowedImports.keys {
            let comment = SourceTree.text("Sources/\(module)/\(module).swift").split(separator: "\n")
                .prefix { $0.hasPrefix("// ") }.map { $0.dropFirst(3) }.joined(separator: " ")
            let uses = comment.components(separatedBy: "Used by ").dropFirst().first ?? ""
            let sentence = uses.components(separatedBy: ". ").first ?? ""
            let named = Set(sentence.split { !$0.isLetter }.map(String.init)).intersection(modules)
            let users = Set(files.filter { $0.imports.contains(module) }.map(\.module))
            #expect(named == users, "\(module): used by \(users.sorted())")
        }
    }

    @Test func `the module table of CONTRIBUTING names the folders of Sources`() throws {
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: SourceTree.root.appendingPathComponent("Sources").path
        )
        let table = SourceTree.text("CONTRIBUTING.md")
        for folder in folders { #expect(table.contains("`\(folder)`"), "CONTRIBUTING does not name \(folder)") }
    }
}
