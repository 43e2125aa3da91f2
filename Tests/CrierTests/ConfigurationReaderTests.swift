import CurlClient
import Foundation
import NewsModel
import Storage
import Testing
import TextAnalysis

@testable import crier

private func problems(_ toml: String) throws -> [ConfigurationProblem] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("config.toml").path
    try toml.write(toFile: path, atomically: true, encoding: .utf8)
    do {
        return try ConfigurationReader.read(path: path).1
    } catch {
        return error.problems
    }
}

@Suite struct ConfigurationReaderTests {
    @Test func `a typo is named with its line and what was meant`() throws {
        let found = try problems("command_prefix = \"!\"\n\n[fetch]\nfloor = \"5m\"\nintervall = \"30m\"\n")
        #expect(found.count == 1)
        #expect(found.first?.line == 5)
        #expect(found.first?.message.key == "config.unknownKeySuggestion")
        #expect(found.first?.message.arguments["suggestion"] == .text("interval"))
    }

    @Test func `an exception to the address guard is checked, and one for every port is warned of`() {
        var fetch = Configuration.Fetch()
        fetch.allowAddresses = ["127.0.0.0/8:8080", "10.0.0.0/8", "127.0.0.1:90-80"]
        fetch.allowAddressesLine = 7
        let found = ConfigurationSurroundings.addressProblems(of: fetch)
        #expect(found.map(\.message.key) == ["config.everyPortAllowed", "config.badAddressRange"])
        #expect(found.map(\.isWarning) == [true, false])
        #expect(found.map(\.line) == [7, 7])
    }

    @Test(arguments: ["::1", "[::1]", "fd00::/8", "[fd00::5]/128", "10.0.0.0/8", "127.0.0.1"])
    func `the way shown to name a port is one`(address: String) throws {
        var fetch = Configuration.Fetch()
        fetch.allowAddresses = [address]
        let found = try #require(ConfigurationSurroundings.addressProblems(of: fetch).first)
        guard case .text(let example) = found.message.arguments["example"] else {
            Issue.record("no example")
            return
        }
        let range = try #require(AddressRange(example), "\(example)")
        #expect(!range.hasEveryPort, "\(example)")
        fetch.allowAddresses = [example]
        #expect(ConfigurationSurroundings.addressProblems(of: fetch) == [])
    }

    @Test(arguments: [
        ("::1:80", "[::1]:80"), ("fd00::5:8000", "[fd00::5]:8000"), ("::1", "[::1]:8080"),
        ("fd00::5", "[fd00::5]:8080"),
        ("::1:abcd", "[::1:abcd]:8080"),
    ])
    func `a port written as the end of an IPv6 address is shown as a port`(address: String, example: String) {
        var fetch = Configuration.Fetch()
        fetch.allowAddresses = [address]
        let found = ConfigurationSurroundings.addressProblems(of: fetch)
        #expect(found.map { $0.message.arguments["example"] } == [.text(example)])
    }

    @Test func `the bounds of a duration are those that hold`() throws {
        let found = try problems("[alerts]\ntime = \"0s\"").first?.message.arguments
        #expect(found?["low"] == .text("0.05s") && found?["high"] == .text("60s"))
        #expect(try problems("[alerts]\ntime = \"0.05s\"") == [])
    }

    @Test(arguments: [
        ("[storage]\nmax_per_feed = 600\nfirst_entries = 601", "limitOverruled"),
        ("[storage]\nmax_per_feed = 600\nnew_per_day = 601", "limitOverruled"),
        ("[limits]\nwaiting = 9\nwaiting_per_person = 10", "limitOverruled"),
        ("[limits]\npeople_at_once = 31", "sitesTakeOthersPlaces"),
        ("[limits]\nsites_at_once = 51", "sitesTakeOthersPlaces"),
        (
            """
            [mail]
            address = "crier@example.org"
            smtp_url = "lmtp://mail.example.org:24"
            answers_per_guest = 21
            """, "guestsBeforeOthers"
        ),
        ("[storage]\nmax_size = \"2MB\"", "smallMaxSize"),
        ("[storage]\nkeep_unfollowed = \"0s\"", "keepsNothingUnfollowed"),
    ])
    func `limits that make each other useless are warned of`(toml: String, key: String) throws {
        let found = try problems(toml).filter { $0.message.key == "config." + key }
        #expect(found.map(\.isWarning) == [true])
        #expect(found.allSatisfy { $0.line != nil })
        #expect(try problems("[storage]\nmax_size = 0\n[limits]\nwaiting = 10\npeople_at_once = 32") == [])
    }

    @Test func `the line is the one of the right network`() throws {
        let found = try problems(
            "[[irc]]\nname = \"a\"\nhost = \"h\"\n[[irc]]\nname = \"b\"\nhost = \"h\"\nport = \"6667\"\n"
        )
        #expect(found.map(\.line) == [7])
        #expect(found.first?.message.key == "config.notANumber")
    }

    @Test(arguments: [
        ("[fech]\nfloor = \"5m\"", "config.unknownSectionSuggestion"),
        ("[fetch]\nfloor = 300", "config.notADuration"),
        ("[fetch]\nfloor = \"soon\"", "config.notADuration"),
        ("[fetch]\nparallel = 0", "config.outOfRange"),
        ("admins = \"alice\"", "config.notAList"),
        ("admins = [\"alice\"]", "config.badAdmin"),
        ("count_use = \"yes\"", "config.notAFlag"),
        ("command_prefix = \"a b\"", "config.badPrefix"),
        ("default_time_zone = \"Europe/Pariss\"", "config.unknownTimeZoneSuggestion"),
        ("[[feed]]\nname = \"x\"", "config.missingKey"),
        ("[[feed]]\nurl = \"ftp://a.test/\"", "config.badURL"),
        ("[feed]\nurl = \"https://a.test/\"", "config.notRepeated"),
        ("[[irc]]\nname = \"console\"\nhost = \"h\"", "config.badNetworkName"),
        ("[[irc]]\nname = \"a\"\nhost = \"h\"\nidentity = \"ip\"", "config.notAChoice"),
        ("[[irc]]\nname = \"a\"\nhost = \"h\"\nca_file = \"missing.pem\"", "config.noFile"),
        ("[[irc]]\nname = \"a\"\nhost = \"h\"\nsasl_account = \"x\"", "config.saslIncomplete"),
        ("[[irc]]\nname = \"a\"\nhost = \"h\"\nproxy = \"socks4://p:1\"", "config.badIRCProxy"),
        ("[[irc]]\nname = \"a\"\nhost = \"irc.libera.chat:6697\"", "config.badHost"),
        ("[[irc]]\nname = \"a\"\nhost = \"ircs://irc.libera.chat\"", "config.badHost"),
        ("[[irc]]\nname = \"a\"\nhost = \"h\"\nnick = \"my bot\"", "config.badNick"),
        ("[[irc]]\nname = \"a\"\nhost = \"h\"\nnick = \"1bot\"", "config.badNick"),
        ("[[irc]]\nname = \"a\"\nhost = \"h\"\nchannels = [\"news\"]", "config.badChannel"),
        ("[[irc]]\nname = \"a\"\nhost = \"h\"\nchannels = [\"#a,#b\"]", "config.badChannel"),
        ("[[matrix]]\nname = \"a\"\nuser = \"crier\"", "config.badMatrixUser"),
        ("[[matrix]]\nname = \"a\"\nuser = \"@crier:b.test\"", "config.matrixIncomplete"),
        ("[[matrix]]\nname = \"a\"\nuser = \"@c:b\"\nhomeserver = \"http://b\"", "config.matrixWithoutTLS"),
        ("[[matrix]]\nname = \"a\"\nuser = \"@c:b\"\ninvites = \"all\"", "config.notAChoice"),
        ("[[matrix]]\nname = \"a\"\nuser = \"@c:b\"\ninvites = 3", "config.notAList"),
        ("[[irc]]\nname = \"a\"\nhost = \"h\"\n[[matrix]]\nname = \"A\"\nuser = \"@c:b\"", "config.badNetworkName"),
        ("admins = [\"matrix:alice\"]", "config.badAdmin"),
        ("[fetch\nfloor = 3", "config.syntax"),
        ("storage = 3", "config.notATable"),
    ])
    func `every mistake has its own message`(toml: String, key: String) throws {
        #expect(try problems(toml).map(\.message.key).contains(key))
    }

    @Test(arguments: [
        "host = \"::1\"", "host = \"irc.example.org\"\nnick = \"[crier]^\"\nchannels = [\"#news\", \"&local key\"]",
    ])
    func `hosts, nicks and channels of every kind are good`(lines: String) throws {
        #expect(try problems("[[irc]]\nname = \"a\"\n" + lines) == [])
    }

    @Test(arguments: [("ircs://irc.test:6697/", "irc.test"), ("irc.test:6697", "irc.test"), ("[::1]:6697", "::1")])
    func `a host with more than its name is shown without it`(host: String, name: String) throws {
        let found = try #require(try problems("[[irc]]\nname = \"a\"\nhost = \"\(host)\"").first)
        #expect(found.message.arguments["host"] == .text(name) && found.line == 3)
    }

    @Test func `what alerts may ask for is the operator's to say`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("config.toml").path
        let text = """
            [alerts]
            pattern_size = 100
            patterns_per_query = 0
            heavy_alerts = 2
            created_heavy_alerts = 3
            time = "1.5s"
            """
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let options = QueryLimits(
            patternSize: 100,
            patternsPerQuery: 0,
            heavyPerOwner: 2,
            heavyCreated: 3,
            budget: 1.5
        )
        #expect(try ConfigurationReader.read(path: path).0.queries == options)
    }

    @Test func `identities are believed for half a year unless the operator says otherwise`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("config.toml").path
        let networks = [("a", ""), ("b", "identity_expires_days = 30"), ("c", "identity_expires_days = 0")]
        let text = networks.map { "[[irc]]\nname = \"\($0.0)\"\nhost = \"h\"\n\($0.1)\n" }.joined()
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let configuration = try ConfigurationReader.read(path: path).0
        #expect(configuration.identityLifetimes == ["a": 180 * 86_400, "b": 30 * 86_400])
    }

    @Test func `a Matrix account is read, and its admins are the same people on every homeserver`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try "secret\n".write(to: folder.appendingPathComponent("password"), atomically: true, encoding: .utf8)
        let path = folder.appendingPathComponent("config.toml").path
        try """
        admins = ["irc:net:bob", "matrix:@alice:hs.test"]
        [[matrix]]
        name = "home"
        user = "@crier:hs.test"
        password_file = "password"
        invites = ["@alice:hs.test", "other.test"]
        answer_within = "10m"
        typing = false
        icons = false
        [[matrix]]
        name = "work"
        user = "@news:work.test"
        homeserver = "https://matrix.work.test"
        password_file = "password"
        """.write(toFile: path, atomically: true, encoding: .utf8)
        let (configuration, problems) = try ConfigurationReader.read(path: path)
        #expect(problems == [])
        let home = try #require(configuration.matrix.first)
        #expect(home.homeserver == "hs.test" && home.password == "secret" && home.botName == "crier")
        #expect(home.invites == .only(["@alice:hs.test", "other.test"]))
        #expect(home.answerWithin == 600 && !home.showsTyping && home.sendsReceipts)
        #expect(configuration.matrix.map(\.showsIcons) == [false, true])
        let names = configuration.admins.map { "\($0.network) \($0.account)" }
        #expect(names == ["net bob", "home @alice:hs.test", "work @alice:hs.test"])
    }

    @Test func `a missing file is a stated problem`() {
        #expect(throws: ConfigurationError.self) { try ConfigurationReader.read(path: "/nonexistent/config.toml") }
    }

    @Test func `the example shows every option and nothing else`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let example = try String(contentsOf: root.appendingPathComponent("config.example.toml"), encoding: .utf8)
        let lines = ConfigurationLines(source: example)
        for option in ConfigurationSchema.options {
            #expect(
                lines.line(section: option.section, key: option.key) != nil,
                "[\(option.section)] \(option.key) is not in config.example.toml"
            )
        }
        #expect(try problems(example).filter { !$0.isWarning } == [])
    }
}

@Suite struct QuotaConfigurationTests {
    private func limits(_ toml: String) throws -> (Configuration, StorageLimits) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("config.toml").path
        try toml.write(toFile: path, atomically: true, encoding: .utf8)
        let configuration = try ConfigurationReader.read(path: path).0
        return (configuration, StorageLimits(configuration))
    }

    @Test func `limits hold without a word about them`() throws {
        let (configuration, limits) = try limits("")
        #expect(limits.firstEntries == 100 && limits.newPerDay == 2_000 && limits.unfollowedAge == 86_400)
        #expect(limits.databaseBytes == 10_000_000_000 && limits.freeBytes == 200_000_000)
        #expect(limits.personBytes == 300_000_000 && configuration.quotas.roomsPerInviter == 20)
        #expect(configuration.quotas.invitedChannels == 200 && configuration.quotas.person.subscriptions == 500)
    }

    @Test func `each limit can be set, and sizes of 0 are none`() throws {
        let (configuration, limits) = try limits(
            """
            admins = ["irc:net:Alice"]
            [storage]
            max_size = 0
            min_free = "1.5GB"
            keep_unfollowed = "2h"
            [quotas]
            bytes = "0"
            subscriptions = 1
            room_alerts = 2
            created_schedules = 3
            mutes = 4
            saved = 5
            """
        )
        #expect(limits.databaseBytes == .max && limits.personBytes == .max && limits.freeBytes == 1_500_000_000)
        #expect(limits.unfollowedAge == 7_200)
        #expect(limits.operators.map(\.account).sorted() == ["Alice", "alice"])
        let quotas = configuration.quotas
        #expect(quotas.person.subscriptions == 1 && quotas.room.alerts == 2 && quotas.created.schedules == 3)
        #expect(quotas.person.mutes == 4 && quotas.saved == 5 && quotas.room.subscriptions == 500)
    }

    @Test(arguments: ["10", "10 apples", "-1GB", "GB", "1e99GB"])
    func `anything else is no size`(text: String) { #expect(SizeText.bytes(text) == nil) }

    @Test(arguments: [("500KB", 500_000), ("200 mb", 200_000_000), ("2TB", 2_000_000_000_000), ("0", 0)])
    func `sizes are thousands`(text: String, bytes: Int) { #expect(SizeText.bytes(text) == bytes) }
}

@Suite struct DurationTextTests {
    @Test(arguments: [("90s", 90.0), ("30m", 1_800), ("12h", 43_200), ("7d", 604_800), ("1.5s", 1.5), ("0s", 0)])
    func `durations are seconds`(text: String, seconds: Double) { #expect(DurationText.seconds(text) == seconds) }

    @Test(arguments: ["", "s", "30", "m30", "-5s", "infs", "nans", "1 h"])
    func `anything else is none`(text: String) { #expect(DurationText.seconds(text) == nil) }
}
