import Foundation
import Testing

/// DESIGN, section 2: what each module may import of ours, and which foreign library only it touches.
private let allowedImports: [String: Set<String>] = [
    "NewsModel": [],
    "Localization": ["NewsModel"],
    "TextAnalysis": ["CRE2", "CCLD2", "CStemmer"],
    "Parallelism": [],
    "FeedParsing": ["CLibXML2", "Parallelism"],
    "CurlClient": ["CCurl", "Parallelism"],
    "MailMessages": [],
    "TLSChannel": ["COpenSSL"],
    "WebEndpoint": [],
    "IRCClient": ["TLSChannel"],
    "MatrixClient": ["CurlClient"],
    "MailTransport": ["CSpawn", "CurlClient", "Parallelism"],
    "Storage": ["NewsModel", "TextAnalysis"],
    "Editorial": ["NewsModel", "TextAnalysis"],
    "Games": ["NewsModel", "TextAnalysis"],
    "Waking": ["NewsModel"],
    "FeedRefresh": ["NewsModel", "TextAnalysis", "CurlClient", "FeedParsing", "Editorial", "Storage", "Waking"],
    "NewsWording": ["NewsModel", "Localization", "Editorial"],
    "Schedules": ["NewsModel", "Editorial", "Storage", "Waking"],
    "ItemDelivery": ["NewsModel", "NewsWording", "Editorial", "Schedules", "Storage", "Localization", "Waking"],
    "ChatNetworks": [
        "NewsModel", "Waking", "Parallelism", "IRCClient", "MatrixClient", "CurlClient", "MailMessages",
        "MailTransport", "FeedParsing",
    ],
    "GameRooms": ["NewsModel", "NewsWording", "Schedules", "Storage", "Games", "Localization"],
    "ChatCommands": [
        "NewsModel", "Localization", "TextAnalysis", "Parallelism", "NewsWording", "Storage", "FeedRefresh",
        "FeedParsing", "Editorial", "Games", "GameRooms",
    ],
]

private let owners: [String: String] = [
    "CLibXML2": "FeedParsing", "CCurl": "CurlClient", "CSpawn": "MailTransport", "COpenSSL": "TLSChannel",
    "CRE2": "TextAnalysis",
    "CCLD2": "TextAnalysis", "CStemmer": "TextAnalysis", "GRDB": "Storage", "TOMLKit": "crier",
    "ArgumentParser": "crier", "NIOHTTP1": "WebEndpoint",
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

    @Test func `each foreign library has one importing module`() {
        for file in files {
            for name in file.imports {
                if let owner = owners[name] { #expect(file.module == owner, "\(file.path) imports \(name)") }
            }
        }
    }

    @Test func `the rooms that could be lifted out do not know the news model`() {
        let free: Set = [
            "FeedParsing", "CurlClient", "TLSChannel", "MailMessages", "TextAnalysis", "IRCClient", "MatrixClient",
            "MailTransport", "WebEndpoint", "Parallelism",
        ]
        for file in files where free.contains(file.module) {
            #expect(!file.imports.contains("NewsModel"), "\(file.path)")
        }
    }

    @Test func `the pure rooms read no clock`() {
        for file in files
        where [
            "Editorial", "Games", "NewsModel", "Waking", "FeedParsing", "TextAnalysis", "MatrixClient", "MailMessages",
            "Parallelism",
        ]
        .contains(file.module) {
            // The one real clock of the house.
            if file.path.hasSuffix("NewsModel/TimeSource.swift") { continue }
            for call in ["Date()", "Date.now", "ContinuousClock", "clock_gettime", "time(nil)"] {
                #expect(!file.text.contains(call), "\(file.path) calls \(call)")
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

    @Test func `the module table of CONTRIBUTING names the folders of Sources`() throws {
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: SourceTree.root.appendingPathComponent("Sources").path
        )
        let table = SourceTree.text("CONTRIBUTING.md")
        for folder in folders { #expect(table.contains("`\(folder)`"), "CONTRIBUTING does not name \(folder)") }
    }
}
