import ChatCommands
import Foundation
import Localization
import NewsModel
import Storage
import TestSupport
import Testing
import TextAnalysis

@testable import crier

/// What SIGHUP changes, and what it says of the rest.
@Suite(.timed) struct ReloadingTests {
    private let folder: URL
    private let written = WrittenLines()

    private var path: String { folder.appending(path: "config.toml").path() }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "crier-reload-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func write(_ toml: String) throws { try toml.write(toFile: path, atomically: true, encoding: .utf8) }

    private func started(with toml: String, language: String = "en") throws -> (Assembly, Reloading) {
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
            terminal: Terminal(localizer: try ShippedCatalogue.catalogue().localizer(language: language)),
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

    @Test(arguments: [("en", "unknown option “intervall”; did you mean “interval”?"), ("zh-Hans", "interval")])
    func `a mistake is logged as check prints it`(language: String, expected: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (assembly, reloading) = try started(with: "", language: language)
        try write("[fetch]\nintervall = \"5m\"\n[limits]\nwaiting = 70\n")
        await reloading.reload()
        #expect(written.count("Configuration not reloaded") == 1 && written.count("Configuration reloaded") == 0)
        #expect(written.count("place=\(path):2") == 1 && written.count(expected) == 1, "\(written.all)")
        #expect(written.count("config.unknown") == 0)
        #expect(assembly.chat.router.services.options.rates.waiting != 70)
    }

    @Test func `what only check would find refuses a reload, too`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (assembly, reloading) = try started(with: "")
        try write("[fetch]\nallow_addresses = [\"nonsense\"]\n[limits]\nwaiting = 70\n")
        await reloading.reload()
        #expect(written.count("is no address range") == 1 && written.count("Configuration reloaded") == 0)
        #expect(assembly.chat.router.services.options.rates.waiting != 70)
    }

    @Test func `a warning is logged as one, and the file is taken up`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (assembly, reloading) = try started(with: "")
        try write("[storage]\nmax_size = \"1KB\"\n[limits]\nwaiting = 70\n")
        await reloading.reload()
        #expect(written.count("warning Configuration has a warning") >= 1, "\(written.all)")
        #expect(written.count("max_size is so small") == 1 && written.count("not reloaded") == 0)
        #expect(assembly.chat.router.services.options.rates.waiting == 70)
        #expect(written.count("storage.max_size, limits.waiting") == 1)
    }

    @Test func `a reload says what it changed`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let feed = { (name: String) in "[[feed]]\nurl = \"https://\(name).example/feed\"\n" }
        let sixteen = (1...16).map { feed("n\($0)") }.joined()
        let (assembly, reloading) = try started(with: sixteen)
        try await assembly.selectFeeds(of: try ConfigurationReader.read(path: path).0, at: Date())
        await reloading.reload()
        #expect(written.count("nothing changed") == 1)
        try write(feed("other"))
        await reloading.reload()
        let expected = "16 feeds of the default selection are now 1 (1 new, 16 left out)"
        #expect(written.count(expected) == 1, "\(written.all)")
        try write(feed("another") + "[fetch]\ninterval = \"5m\"\n")
        await reloading.reload()
        #expect(written.count("1 feed of the default selection is now 1 (1 new, 1 left out), fetch.interval") == 1)
        try write(feed("another") + "name = \"Another\"\n[fetch]\ninterval = \"5m\"\n")
        await reloading.reload()
        #expect(written.count("changed=feed.name") == 1, "\(written.all)")
    }
}
