import ChatCommands
import CurlClient
import Foundation
import GameRooms
import IRCClient
import NewsModel
import Storage
import TextAnalysis

extension ConfigurationReader {
    mutating func readTop(_ top: ConfigurationSection, into configuration: inout Configuration) {
        configuration.commandPrefix = top.text("command_prefix") ?? configuration.commandPrefix
        configuration.defaultLanguage = top.text("default_language") ?? configuration.defaultLanguage
        configuration.logLevel = top.text("log_level") ?? configuration.logLevel
        configuration.countsUse = top.flag("count_use") ?? configuration.countsUse
        let prefix = configuration.commandPrefix
        if prefix.count > 5 || prefix.contains(" ") {
            report("config.badPrefix", line: lines.line(section: "", key: "command_prefix"))
        }
        if let zone = top.text("default_time_zone") {
            if TimeZone(identifier: zone) == nil {
                let suggestion = ClosestMatch.suggestion(for: zone, among: TimeZone.knownTimeZoneIdentifiers)
                report(
                    suggestion == nil ? "config.unknownTimeZone" : "config.unknownTimeZoneSuggestion",
                    ["name": .text(zone), "suggestion": .text(suggestion ?? "")],
                    line: lines.line(section: "", key: "default_time_zone")
                )
            }
            configuration.defaultTimeZone = zone
        }
        configuration.adminNames = top.list("admins") ?? []
        for admin in configuration.adminNames {
            if let identity = Self.admin(admin) ?? Self.mailAdmin(admin) {
                configuration.admins.append(identity)
            } else if !Self.isMatrixAdmin(admin) {
                report("config.badAdmin", ["name": .text(admin)], line: lines.line(section: "", key: "admins"))
            }
        }
    }

    mutating func readRetention(_ section: ConfigurationSection, into rule: inout Configuration.KeepRule) {
        rule.days = section.integer("keep_days") ?? rule.days
        rule.perFeed = section.integer("keep_per_feed") ?? rule.perFeed
        rule.atMostPerFeed = section.integer("max_per_feed") ?? max(rule.atMostPerFeed, rule.perFeed)
        guard rule.atMostPerFeed < rule.perFeed else { return }
        report("config.keepMoreThanMost", line: lines.line(section: "storage", key: "keep_per_feed"))
    }

    mutating func readFetch(_ section: ConfigurationSection, into fetch: inout Configuration.Fetch) {
        fetch.interval = section.decimal("interval").map { Int($0) } ?? fetch.interval
        fetch.floor = section.decimal("floor").map { Int($0) } ?? fetch.floor
        fetch.askedFloor = section.decimal("asked_floor").map { Int($0) } ?? fetch.askedFloor
        fetch.hostSpacing = section.decimal("host_spacing") ?? fetch.hostSpacing
        // With no spacing for hosts there is none for addresses either.
        fetch.addressSpacing = section.decimal("address_spacing") ?? fetch.hostSpacing / 5
        fetch.allowAddresses = section.list("allow_addresses") ?? []
        fetch.allowAddressesLine = lines.line(section: "fetch", key: "allow_addresses")
        fetch.proxy = section.text("proxy") ?? ""
        fetch.caFile = file("ca_file", of: section)
        fetch.contact = section.text("contact") ?? ""
        fetch.parallel = section.integer("parallel") ?? fetch.parallel
        fetch.parseThreads = section.integer("parse_threads") ?? fetch.parseThreads
        fetch.parseSeconds = section.decimal("parse_seconds") ?? fetch.parseSeconds
    }

    func readAlerts(_ section: ConfigurationSection, into queries: inout QueryLimits) {
        queries.patternSize = section.integer("pattern_size") ?? queries.patternSize
        queries.patternsPerQuery = section.integer("patterns_per_query") ?? queries.patternsPerQuery
        queries.patternText = section.integer("pattern_text") ?? queries.patternText
        queries.heavyPerOwner = section.integer("heavy_alerts") ?? queries.heavyPerOwner
        queries.heavyCreated = section.integer("created_heavy_alerts") ?? queries.heavyCreated
        queries.budget = section.decimal("time") ?? queries.budget
    }

    func readSearch(_ section: ConfigurationSection, into configuration: inout Configuration) {
        configuration.search.candidates = section.integer("candidates") ?? configuration.search.candidates
        configuration.search.newest = section.integer("newest") ?? configuration.search.newest
        configuration.search.seconds = section.decimal("time") ?? configuration.search.seconds
        configuration.limits.searchesAtOnce = section.integer("at_once") ?? configuration.limits.searchesAtOnce
    }

    func readGames(_ section: ConfigurationSection, into configuration: inout Configuration) {
        var reports = configuration.quizReports
        reports.kept = section.integer("quiz_reports") ?? reports.kept
        reports.perDay = section.integer("quiz_reports_per_day") ?? reports.perDay
        reports.shownOfOne = section.integer("quiz_reports_shown") ?? reports.shownOfOne
        configuration.quizReports = reports
        configuration.quiz.questionSeconds = section.decimal("question_time") ?? configuration.quiz.questionSeconds
    }

    mutating func readFeeds(_ sections: [ConfigurationSection]) -> [Configuration.SelectedFeed] {
        var feeds: [Configuration.SelectedFeed] = []
        for section in sections {
            guard let url = section.text("url") else { continue }
            let line = lines.line(section: "feed", occurrence: section.occurrence, key: "url")
            guard url.lowercased().hasPrefix("http://") || url.lowercased().hasPrefix("https://"),
                URL(string: url)?.host?.isEmpty == false
            else {
                report("config.badURL", ["name": .text(url)], line: line)
                continue
            }
            if feeds.contains(where: { $0.url == url }) {
                report("config.feedTwice", ["name": .text(url)], line: line, isWarning: true)
                continue
            }
            feeds.append(.init(url: url, name: section.text("name"), category: section.text("category")))
        }
        return feeds
    }

    mutating func readIRC(_ section: ConfigurationSection) -> Configuration.IRCNetworkSettings? {
        guard let name = section.text("name"), let host = section.text("host") else { return nil }
        let usesTLS = section.flag("tls") ?? true
        var settings = Configuration.IRCNetworkSettings(
            name: name,
            host: host,
            port: section.integer("port") ?? (usesTLS ? 6_697 : 6_667),
            usesTLS: usesTLS,
            caFile: file("ca_file", of: section),
            nick: section.text("nick") ?? "crier",
            realName: section.text("real_name") ?? "Crier, a news bot",
            channels: section.list("channels") ?? [],
            password: secret("password_file", environment: "PASSWORD", of: section),
            saslAccount: section.text("sasl_account"),
            saslPassword: secret("sasl_password_file", environment: "SASL_PASSWORD", of: section),
            certificateFile: file("sasl_certificate_file", of: section),
            keyFile: file("sasl_key_file", of: section),
            identity: .init(rawValue: section.text("identity") ?? "") ?? .account,
            linesPerSecond: section.decimal("lines_per_second") ?? 1,
            burst: section.integer("burst") ?? 4
        )
        let expiry = section.integer("identity_expires_days") ?? 180
        settings.identityExpiryDays = expiry == 0 ? nil : expiry
        settings.servers = servers(of: section, defaultPort: settings.port)
        settings.bindAddress = section.text("bind_address").flatMap { $0.isEmpty ? nil : $0 }
        if let address = settings.bindAddress, IPAddress(address) == nil {
            report("config.badAddress", ["name": .text(address)], line: line(section, "bind_address"))
        }
        settings.proxy = proxy(of: section)
        checkIRCWords(of: settings, section)
        let nickServ = section.text("nickserv") ?? "NickServ"
        settings.nickServ = nickServ.isEmpty ? nil : nickServ
        settings.invites = .init(rawValue: section.text("invites") ?? "") ?? .admins
        if settings.saslAccount != nil, settings.saslPassword == nil, settings.certificateFile == nil {
            report("config.saslIncomplete", ["name": .text(name)], line: line(section, "sasl_account"))
        }
        if !usesTLS, settings.saslPassword != nil || settings.password != nil {
            report("config.passwordWithoutTLS", ["name": .text(name)], line: line(section, nil), isWarning: true)
        }
        return settings
    }

    /// The proxy from the file, or from the environment if its password should not be in the file.
    private mutating func proxy(of section: ConfigurationSection) -> IRCProxy? {
        let written = section.text("proxy").flatMap { $0.isEmpty ? nil : $0 }
        guard let text = written ?? environmentValue("PROXY", of: section), !text.isEmpty else { return nil }
        let proxy = IRCProxy(text)
        if proxy == nil { report("config.badIRCProxy", line: line(section, written == nil ? nil : "proxy")) }
        return proxy
    }

    /// `host`, `host:port` or `[address]:port`.
    private mutating func servers(
        of section: ConfigurationSection,
        defaultPort: Int
    ) -> [(host: String, port: Int)] {
        (section.list("servers") ?? []).compactMap { text in
            var host = Substring(text)
            var port: Int? = defaultPort
            if host.first == "[", let end = host.firstIndex(of: "]") {
                let rest = host[host.index(after: end)...]
                if !rest.isEmpty { port = rest.first == ":" ? Int(rest.dropFirst()) : nil }
                host = host[host.index(after: host.startIndex)..<end]
            } else if let colon = host.lastIndex(of: ":") {
                port = Int(host[host.index(after: colon)...])
                host = host[..<colon]
            }
            guard let port, (1...65_535).contains(port), !host.isEmpty else {
                report("config.badServer", ["name": .text(text)], line: line(section, "servers"))
                return nil
            }
            return (String(host), port)
        }
    }

    mutating func checkNames(_ configuration: Configuration) {
        var seen: Set<String> = ["console", "matrix", "mail"]
        let named =
            configuration.irc.enumerated().map { ("irc", $0, $1.name) }
            + configuration.matrix.enumerated().map { ("matrix", $0, $1.name) }
        for (section, occurrence, name) in named
        where !seen.insert(name.lowercased()).inserted || name.contains(where: { ": /".contains($0) }) {
            report(
                "config.badNetworkName",
                ["name": .text(name)],
                line: lines.line(section: section, occurrence: occurrence, key: "name")
            )
        }
    }

    /// Reads `irc:testnet:alice`.
    private static func admin(_ text: String) -> Identity? {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == "irc", !parts[1].isEmpty, !parts[2].isEmpty else { return nil }
        return Identity(network: parts[1], account: parts[2])
    }

    func line(_ section: ConfigurationSection, _ key: String?) -> Int? {
        lines.line(section: section.name, occurrence: section.occurrence, key: key)
    }

    /// The path of a readable file.
    ///
    /// Nil if the option is empty or missing; an unreadable file is reported.
    mutating func file(_ key: String, of section: ConfigurationSection) -> String? {
        guard let path = section.text(key), !path.isEmpty else { return nil }
        let url = resolved(path)
        if !FileManager.default.isReadableFile(atPath: url.path) {
            report("config.noFile", ["name": .text(key), "path": .text(url.path)], line: line(section, key))
        }
        return url.path
    }

    /// A secret from the file that the option names, otherwise from the variable `CRIER_<NETWORK>_<NAME>`.
    ///
    /// It is never read from the configuration file.
    mutating func secret(_ key: String, environment: String, of section: ConfigurationSection) -> String? {
        if let path = file(key, of: section) {
            return (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .newlines)
        }
        return environmentValue(environment, of: section)
    }

    private func environmentValue(_ name: String, of section: ConfigurationSection) -> String? {
        let called = section.text("name") ?? section.name
        let network = called.uppercased().map { $0.isLetter || $0.isNumber ? String($0) : "_" }
        return ProcessInfo.processInfo.environment["CRIER_\(network.joined())_\(name)"]
    }
}
