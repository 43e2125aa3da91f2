// swift-tools-version: 6.2
import PackageDescription

// SE-0335, SE-0409, SE-0444; `treatAllWarnings`: SE-0443.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.byName(name: name)] + dependencies,
        exclude: [],
        swiftSettings: strict
    )
}

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let nio: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
]

let package = Package(
    name: "crier",
    products: [
        .executable(name: "crier", targets: ["crier"]),
        .executable(name: "crier-bench", targets: ["crier-bench"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // C and C++ libraries, each with exactly one importing module.
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CSpawn"),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CStemmer", providers: [.apt(["libstemmer-dev"])]),
        .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),
        .target(name: "CCLD2", linkerSettings: [.linkedLibrary("cld2")]),
        .target(name: "CICU", linkerSettings: [.linkedLibrary("icuuc")]),
        .target(name: "CTOML"),

        // Layer 0: could be lifted out tomorrow.
        module("NewsModel", ["Geography"]),
        module("TOMLReading", ["CTOML"]),
        module("CompactTexts"),
        module("Localization", ["NewsModel", "CompactTexts", "TOMLReading"]),
        module("TextAnalysis", ["TimeArithmetic", "Geography", "CRE2", "CCLD2", "CICU", "CStemmer"]),
        module("ArticleQueries", ["NewsModel", "TextAnalysis"]),
        module("Parallelism"),
        module("TimeArithmetic"),
        module("Geography"),
        module("Gazetteer", ["Geography"]),
        module("FeedParsing", ["TimeArithmetic", "CLibXML2", "Parallelism"]),
        module("CurlClient", ["CCurl", "Parallelism"]),
        module("MailMessages", ["TimeArithmetic"]),
        module("TLSChannel", ["COpenSSL"] + nio),
        module("WebEndpoint", [.product(name: "NIOHTTP1", package: "swift-nio")] + nio),

        // Layer 1
        module("IRCClient", ["TimeArithmetic", "TLSChannel", log] + nio),
        module("MatrixClient", ["CurlClient"]),
        module("MailTalk", ["NewsModel", "MailMessages"]),
        module("MailTransport", ["CSpawn", "CurlClient", "Parallelism", "TimeArithmetic"]),
        module(
            "Storage",
            ["NewsModel", "TextAnalysis", "ArticleQueries", "Geography", "TimeArithmetic", grdb, sqlite],
            exclude: ["Migrations/schema.sql"]
        ),
        module("Waking", ["NewsModel"]),
        module(
            "Editorial",
            [
                "NewsModel", "TextAnalysis", "ArticleQueries", "TimeArithmetic", "TOMLReading", "Gazetteer",
                "Geography",
            ]
        ),
        module("Games", ["NewsModel", "CompactTexts", "TextAnalysis", "Geography"]),

        // Layer 2
        module(
            "FeedRefresh",
            [
                "NewsModel", "TimeArithmetic", "TextAnalysis", "ArticleQueries", "CurlClient", "FeedParsing",
                "Editorial",
                "Storage", "Waking", log, lifecycle,
            ]
        ),
        module("Speaking", ["NewsModel", "Parallelism", "TimeArithmetic", "Waking", log]),
        module("Schedules", ["NewsModel", "TimeArithmetic", "Editorial", "Storage", "Waking", log, lifecycle]),
        module("NewsWording", ["NewsModel", "Localization", "TextAnalysis", "Editorial"]),
        module(
            "ItemDelivery",
            [
                "NewsModel", "TimeArithmetic", "Localization", "NewsWording", "Editorial", "Schedules", "Speaking",
                "Storage", "Waking", log, lifecycle,
            ]
        ),
        module(
            "ChatNetworks",
            [
                "NewsModel", "Waking", "Parallelism", "TimeArithmetic", "IRCClient", "MatrixClient", "CurlClient",
                "MailMessages", "MailTalk", "MailTransport", "FeedParsing", "Speaking", log, lifecycle,
                .product(name: "Mustache", package: "swift-mustache"),
            ]
        ),

        // Layers 3 and 4
        module(
            "GameRooms",
            [
                "Localization", "NewsModel", "NewsWording", "Parallelism", "Schedules", "Speaking", "Storage", "Games",
                "TimeArithmetic", "Waking", log, lifecycle,
            ]
        ),
        module(
            "ChatCommands",
            [
                "NewsModel", "TimeArithmetic", "Localization", "TextAnalysis", "Parallelism", "NewsWording", "Storage",
                "FeedRefresh", "FeedParsing", "Editorial", "Games", "GameRooms", "Speaking", log, lifecycle,
            ]
        ),

        // Layer 5
        .executableTarget(
            name: "crier",
            dependencies: [
                "CMalloc", "NewsModel", "TOMLReading", "TimeArithmetic", "Localization", "TextAnalysis", "FeedParsing",
                "CurlClient", "MailMessages", "MailTalk", "MailTransport",
                "IRCClient", "MatrixClient", "Storage", "Editorial", "Gazetteer", "Geography", "Games", "FeedRefresh",
                "Schedules",
                "Speaking",
                "NewsWording",
                "ItemDelivery",
                "ChatNetworks",
                "GameRooms",
                "ChatCommands", "WebEndpoint", log, lifecycle,
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "crier-bench",
            dependencies: [
                "NewsModel", "TextAnalysis", "Editorial", "Gazetteer", "Geography", "Storage", "FeedParsing",
                "ChatCommands",
                "ChatNetworks", "CurlClient", "FeedRefresh", "Localization", "Games", "ExactCover", "QuizChecking",
                "Fuzzing",
                log,
                sqlite,
            ],
            path: "Benchmarks/crier-bench",
            swiftSettings: strict
        ),
        .target(name: "ExactCover", path: "Benchmarks/ExactCover", swiftSettings: strict),
        .target(name: "QuizChecking", path: "Benchmarks/QuizChecking", swiftSettings: strict),
        .target(name: "Fuzzing", dependencies: ["FeedParsing"], path: "Benchmarks/Fuzzing", swiftSettings: strict),

        // Tests
        .target(name: "ChildProcesses", path: "Tests/ChildProcesses", swiftSettings: strict),
        .target(
            name: "TestSupport",
            dependencies: [
                "ChatNetworks", "NewsModel", "Games", "Localization", "MailMessages", "MailTalk", "Storage",
                "TextAnalysis",
                "ChildProcesses", log,
            ],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        tests("ChildProcesses"),
        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: strict),
        tests("NewsModel"),
        tests("Localization", ["NewsModel"]),
        tests("TextAnalysis", ["TestSupport", "Geography"]),
        tests("Parallelism", ["TestSupport"]),
        tests("TimeArithmetic"),
        tests("CompactTexts"),
        tests("Gazetteer", ["TestSupport", "Geography"]),
        tests("FeedParsing", ["TestSupport", "Fuzzing", "ChildProcesses"]),
        tests("CurlClient", ["TestSupport", "ChildProcesses"]),
        tests("MailTalk", ["TestSupport", "NewsModel", "MailMessages", "FeedParsing"]),
        tests("MailTransport", ["CurlClient", "TestSupport", "ChildProcesses"]),
        tests("MailMessages", ["TestSupport"]),
        tests("TLSChannel", ["TestSupport"] + nio),
        tests("WebEndpoint", ["TestSupport"]),
        tests("IRCClient", ["TestSupport"]),
        tests("MatrixClient", ["TestSupport", "CurlClient"]),
        tests("Storage", ["TestSupport", "NewsModel", "TextAnalysis", "Geography", grdb]),
        tests("Waking", ["TestSupport", "NewsModel"]),
        tests(
            "Editorial",
            ["TestSupport", "NewsModel", "TextAnalysis", "ArticleQueries", "TimeArithmetic", "Gazetteer", "Geography"]
        ),
        tests("Games", ["TestSupport", "NewsModel", "TextAnalysis", "Geography", "ExactCover", "QuizChecking"]),
        tests(
            "FeedRefresh",
            [
                "TestSupport", "NewsModel", "TextAnalysis", "Storage", "Editorial", "Gazetteer", "CurlClient",
                "FeedParsing", log, lifecycle, grdb,
            ]
        ),
        tests("NewsWording", ["TestSupport", "NewsModel", "Localization", "Editorial"]),
        tests("Schedules", ["NewsModel"]),
        tests("Speaking", ["TestSupport", "NewsModel", log]),
        tests(
            "ItemDelivery",
            [
                "TestSupport", "NewsModel", "NewsWording", "Schedules", "Speaking", "Storage", "Editorial",
                "Localization",
            ]
        ),
        tests(
            "ChatNetworks",
            [
                "TestSupport", "NewsModel", "Parallelism", "IRCClient", "MatrixClient", "MailMessages", "MailTalk",
                "MailTransport", "CurlClient", "ChatCommands", "Speaking", "Storage", "FeedRefresh", log,
            ]
        ),
        tests(
            "GameRooms",
            [
                "TestSupport", "NewsModel", "NewsWording", "Schedules", "Speaking", "Storage", "Games", "Localization",
                log, grdb,
            ]
        ),
        tests(
            "ChatCommands",
            [
                "TestSupport", "NewsModel", "Localization", "TextAnalysis", "NewsWording", "Storage", "FeedRefresh",
                "Editorial", "Gazetteer", "CurlClient", "Games", "GameRooms", "Speaking", log, grdb,
            ]
        ),
        .testTarget(
            name: "CrierTests",
            dependencies: [
                "crier", "TestSupport", "NewsModel", "Localization", "TextAnalysis", "Editorial", "CurlClient",
                "MailTalk",
                "MailTransport", "Storage", "ChatNetworks", "FeedParsing", "GameRooms", "ItemDelivery", "Speaking",
                "WebEndpoint", "Gazetteer", log,
            ],
            swiftSettings: strict
        ),
        // The whole program against real servers, started on free loopback ports.
        .testTarget(
            name: "LiveTests",
            dependencies: ["TestSupport", "ChildProcesses", "NewsModel", "Storage"],
            swiftSettings: strict
        ),
    ],
    cxxLanguageStandard: .cxx17
)
