import ChatCommands
import Foundation
import NewsModel
import Storage
import TestSupport
import Testing
import TextAnalysis

@testable import crier

/// What SIGHUP changes, and what it says of the rest.
@Suite struct ReloadingTests {
    private let folder: URL
    private let written = WrittenLines()

    private var path: String { folder.appending(path: "config.toml").path() }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "crier-reload-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func write(_ toml: String) throws { try toml.write(toFile: path, atomically: true, encoding: .utf8) }

    private func started(with toml: String) throws -> (Assembly, Reloading) {
        try write(toml)
        let configuration = try ConfigurationReader.read(path: path).0
        let time = ManualTimeSource()
        let store = try Store.inMemory()
        store.limits = StorageLimits(configuration)
        let assembly = Assembly(
            configuration: configuration,
            store: store,
            catalogue: try ShippedCatalogue.catalogue(),
            sources: SourceCatalogue(),
            networks: [FakeNetwork()],
            time: time,
            log: written.logger
        )
        let reloading = Reloading(
            path: path,
            locales: ShippedCatalogue.folder.path(),
            startedWith: configuration,
            assembly: assembly,
            time: time,
            log: written.logger
        )
        return (assembly, reloading)
    }

    @Test func `limits, quotas, what alerts may ask for and what is kept follow the file`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (assembly, reloading) = try started(with: "admins = [\"irc:net:ada\"]")
        try write(
            """
            admins = ["irc:net:ada"]
            [storage]
            keep_days = 3
            new_per_day = 7
            max_size = "50MB"
            [quotas]
            alerts = 1
            room_alerts = 2
            created_alerts = 3
            bytes = "4MB"
            [limits]
            commands_per_minute = 5
            waiting = 50
            [alerts]
            heavy_alerts = 6
            time = "2s"
            [rooms]
            lines_per_hour = 8
            [[feed]]
            url = "https://example.org/feed"
            """
        )
        await reloading.reload()
        let options = assembly.chat.router.services.options
        #expect(options.quotas.alerts == 1 && options.roomQuotas.alerts == 2 && options.createdQuotas.alerts == 3)
        #expect(options.rates.personPerMinute == 5 && options.rates.waiting == 50)
        #expect(options.queries == QueryLimits(heavyPerOwner: 6, budget: 2))
        #expect(assembly.store.muting.queries == options.queries)
        #expect(options.roomDefaults.linesPerHour == 8)
        let limits = assembly.store.limits
        #expect(limits.newPerDay == 7 && limits.databaseBytes == 50_000_000 && limits.personBytes == 4_000_000)
        #expect(limits.operators.contains(Identity(network: "net", account: "ada")))
        #expect(assembly.retention.value.articleAge == 3 * 86_400)
        #expect(try await assembly.store.defaultFeeds().map(\.url) == ["https://example.org/feed"])
        #expect(written.count("Configuration reloaded") == 1 && written.count("wait for the next start") == 0)
    }

    @Test func `what waits for the next start is named at each reload until then`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let irc = "[[irc]]\nname = \"net\"\nhost = \"irc.example.org\"\n"
        let (assembly, reloading) = try started(with: irc)
        try write(
            "admins = [\"irc:net:eve\"]\n[storage]\npath = \"other.sqlite3\"\n" + irc
                + "burst = 9\nchannels = [\"#a\"]\n"
        )
        for count in 1...2 {
            await reloading.reload()
            #expect(written.count("options=\"admins storage.path irc.burst\"") == count, "\(written.all)")
        }
        #expect(!assembly.store.limits.operators.contains(Identity(network: "net", account: "eve")))
        try write(irc)
        await reloading.reload()
        #expect(written.count("wait for the next start") == 2)
        try write("command_prefix = 7")
        await reloading.reload()
        #expect(written.count("Configuration not reloaded") == 1)
    }
}
