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

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
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
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // C and C++ libraries, each with exactly one importing module.
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CSpawn"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CStemmer", providers: [.apt(["libstemmer-dev"])]),
        .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),
        .target(name: "CCLD2", linkerSettings: [.linkedLibrary("cld2")]),

        // Layer 0: could be lifted out tomorrow.
        module("NewsModel"),
        module("Localization", ["NewsModel"]),
        module("TextAnalysis", ["CRE2", "CCLD2", "CStemmer"]),
        module("Parallelism"),
        module("FeedParsing", ["CLibXML2", "Parallelism"]),
        module("CurlClient", ["CCurl", "Parallelism"]),
        module("MailMessages"),
        module("TLSChannel", ["COpenSSL"] + nio),
        module("WebEndpoint", [.product(name: "NIOHTTP1", package: "swift-nio")] + nio),

        // Layer 1
        module("IRCClient", ["TLSChannel", log] + nio),
        module("MatrixClient", ["CurlClient"]),
        module("MailTransport", ["CSpawn", "CurlClient", "Parallelism"]),
        module("Storage", ["NewsModel", "TextAnalysis", grdb]),
        module("Waking", ["NewsModel"]),
        module("Editorial", ["NewsModel", "TextAnalysis"]),
        module("Games", ["NewsModel", "TextAnalysis"]),

        // Layer 2
        module(
            "FeedRefresh",
            [
                "NewsModel", "TextAnalysis", "CurlClient", "FeedParsing", "Editorial", "Storage", "Waking", log,
                lifecycle,
            ]
        ),
        module("Schedules", ["NewsModel", "Editorial", "Storage", "Waking", log, lifecycle]),
        module("NewsWording", ["NewsModel", "Localization", "Editorial"]),
        module(
            "ItemDelivery",
            [
                "NewsModel", "Localization", "NewsWording", "Editorial", "Schedules", "Storage", "Waking", log,
                lifecycle,
            ]
        ),
        module(
            "ChatNetworks",
            [
                "NewsModel", "Waking", "Parallelism", "IRCClient", "MatrixClient", "CurlClient", "MailMessages",
                "MailTransport", "FeedParsing", log, lifecycle,
                .product(name: "Mustache", package: "swift-mustache"),
            ]
        ),

        // Layers 3 and 4
        module(
            "GameRooms",
            ["Localization", "NewsModel", "NewsWording", "Schedules", "Storage", "Games", log, lifecycle]
        ),
        module(
            "ChatCommands",
            [
                "NewsModel", "Localization", "TextAnalysis", "Parallelism", "NewsWording", "Storage", "FeedRefresh",
                "FeedParsing", "Editorial", "Games", "GameRooms", log, lifecycle,
            ]
        ),

        // Layer 5
        .executableTarget(
            name: "crier",
            dependencies: [
                "NewsModel", "Localization", "TextAnalysis", "FeedParsing", "CurlClient", "MailMessages",
                "MailTransport",
                "IRCClient", "MatrixClient", "Storage", "Editorial", "Games", "FeedRefresh", "Schedules", "NewsWording",
                "ItemDelivery",
                "ChatNetworks",
                "GameRooms",
                "ChatCommands", "WebEndpoint", log, lifecycle,
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "TOMLKit", package: "TOMLKit"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "crier-bench",
            dependencies: [
                "NewsModel", "TextAnalysis", "Editorial", "Storage", "FeedParsing", "ChatCommands", "ChatNetworks",
                "CurlClient", "FeedRefresh", "Localization", "Fuzzing", log,
            ],
            path: "Benchmarks/crier-bench",
            swiftSettings: strict
        ),
        .target(name: "Fuzzing", dependencies: ["FeedParsing"], path: "Benchmarks/Fuzzing", swiftSettings: strict),

        // Tests
        .target(name: "ChildProcesses", path: "Tests/ChildProcesses", swiftSettings: strict),
        .target(
            name: "TestSupport",
            dependencies: ["NewsModel", "Localization", "Storage", "ChildProcesses", log],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        tests("ChildProcesses"),
        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: strict),
        tests("NewsModel"),
        tests("Localization", ["NewsModel"]),
        tests("TextAnalysis"),
        tests("Parallelism", ["TestSupport"]),
        tests("FeedParsing", ["Fuzzing", "ChildProcesses"]),
        tests("CurlClient", ["TestSupport", "ChildProcesses"]),
        tests("MailTransport", ["CurlClient", "TestSupport", "ChildProcesses"]),
        tests("MailMessages"),
        tests("TLSChannel", ["TestSupport"] + nio),
        tests("WebEndpoint", ["TestSupport"]),
        tests("IRCClient", ["TestSupport"]),
        tests("MatrixClient", ["TestSupport", "CurlClient"]),
        tests("Storage", ["TestSupport", "NewsModel", "TextAnalysis", grdb]),
        tests("Waking", ["TestSupport", "NewsModel"]),
        tests("Editorial", ["NewsModel", "TextAnalysis"]),
        tests("Games", ["NewsModel", "TextAnalysis"]),
        tests(
            "FeedRefresh",
            [
                "TestSupport", "NewsModel", "TextAnalysis", "Storage", "Editorial", "CurlClient", "FeedParsing", log,
                lifecycle, grdb,
            ]
        ),
        tests("NewsWording", ["TestSupport", "NewsModel", "Localization", "Editorial"]),
        tests("Schedules", ["NewsModel"]),
        tests(
            "ItemDelivery",
            ["TestSupport", "NewsModel", "NewsWording", "Schedules", "Storage", "Editorial", "Localization"]
        ),
        tests(
            "ChatNetworks",
            [
                "TestSupport", "NewsModel", "Parallelism", "IRCClient", "MatrixClient", "MailMessages", "MailTransport",
                "CurlClient", log,
            ]
        ),
        tests(
            "GameRooms",
            ["TestSupport", "NewsModel", "NewsWording", "Schedules", "Storage", "Games", "Localization", log]
        ),
        tests(
            "ChatCommands",
            [
                "TestSupport", "NewsModel", "Localization", "TextAnalysis", "NewsWording", "Storage", "FeedRefresh",
                "Editorial",
                "CurlClient", "Games", "GameRooms", log, grdb,
            ]
        ),
        .testTarget(
            name: "CrierTests",
            dependencies: [
                "crier", "TestSupport", "NewsModel", "Localization", "TextAnalysis", "CurlClient", "MailTransport",
                "Storage", "ChatNetworks", "GameRooms", "ItemDelivery", log,
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
