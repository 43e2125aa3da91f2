import Foundation
import NewsModel
import TOMLReading
import TextAnalysis

/// Reads a file into a checked `Configuration`, or reports all problems at once.
struct ConfigurationReader {
    let url: URL
    let lines: ConfigurationLines
    private(set) var problems: [ConfigurationProblem] = []

    /// Reads and checks the file.
    ///
    /// Warnings are returned with the value; errors are thrown together.
    static func read(path: String) throws(ConfigurationError) -> (Configuration, [ConfigurationProblem]) {
        let url = URL(fileURLWithPath: path)
        guard let data = try? Data(contentsOf: url), let source = String(data: data, encoding: .utf8) else {
            let message = LocalizedMessage("config.unreadable", ["path": .text(path)])
            throw ConfigurationError(path: path, problems: [ConfigurationProblem(message: message)])
        }
        let top: [String: TOMLTree]
        do {
            top = try TOMLTree.read(source)
        } catch {
            let problem = ConfigurationProblem(
                line: error.line,
                message: LocalizedMessage("config.syntax", ["reason": .text(error.reason)])
            )
            throw ConfigurationError(path: path, problems: [problem])
        }
        var reader = ConfigurationReader(url: url, lines: ConfigurationLines(source: source))
        let configuration = reader.configuration(from: top)
        guard !reader.problems.contains(where: { !$0.isWarning }) else {
            throw ConfigurationError(path: path, problems: reader.problems)
        }
        return (configuration, reader.problems)
    }

    mutating func report(
        _ key: String,
        _ arguments: [String: MessageArgument] = [:],
        line: Int?,
        isWarning: Bool = false
    ) {
        problems.append(
            ConfigurationProblem(line: line, message: LocalizedMessage(key, arguments), isWarning: isWarning)
        )
    }

    /// Makes a path absolute, relative to the folder of the configuration file.
    func resolved(_ path: String) -> URL {
        URL(fileURLWithPath: path, relativeTo: url.deletingLastPathComponent()).absoluteURL
    }

    private mutating func configuration(from top: [String: TOMLTree]) -> Configuration {
        checkSections(top)
        var configuration = Configuration(storagePath: resolved("crier.sqlite3"))
        configuration.written = top
        readTop(section("", of: top, occurrence: 0), into: &configuration)
        if let storage = table("storage", of: top) {
            configuration.storagePath = resolved(storage.text("path") ?? "crier.sqlite3")
            readRetention(storage, into: &configuration.retention)
            readRoom(storage, most: configuration.retention.atMostPerFeed, into: &configuration.room)
        }
        if let quotas = table("quotas", of: top) { readQuotas(quotas, into: &configuration.quotas) }
        if let fetch = table("fetch", of: top) { readFetch(fetch, into: &configuration.fetch) }
        if let limits = table("limits", of: top) { readLimits(limits, into: &configuration.limits) }
        if let rooms = table("rooms", of: top) {
            configuration.rooms.idleMinutes = rooms.integer("idle_minutes") ?? configuration.rooms.idleMinutes
            configuration.rooms.linesPerHour = rooms.integer("lines_per_hour") ?? configuration.rooms.linesPerHour
        }
        if let alerts = table("alerts", of: top) { readAlerts(alerts, into: &configuration.queries) }
        if let search = table("search", of: top) { readSearch(search, into: &configuration) }
        if let games = table("games", of: top) { readGames(games, into: &configuration) }
        configuration.selectsCatalogueFeeds = table("catalogue", of: top)?.flag("default_selection") ?? true
        configuration.feeds = readFeeds(repeated("feed", of: top))
        configuration.irc = repeated("irc", of: top).compactMap { readIRC($0) }
        configuration.matrix = repeated("matrix", of: top).compactMap { readMatrix($0) }
        configuration.mail = table("mail", of: top).flatMap { readMail($0) }
        addMatrixAdmins(to: &configuration)
        checkNames(configuration)
        checkLimits(configuration)
        return configuration
    }

    private mutating func checkSections(_ top: [String: TOMLTree]) {
        let known = ConfigurationSchema.tables.union(ConfigurationSchema.repeatedTables)
        for (name, value) in top {
            let isTable =
                switch value {
                case .table: true
                case .list(let items):
                    !items.isEmpty && items.allSatisfy { if case .table = $0 { true } else { false } }
                default: false
                }
            guard isTable, !known.contains(name) else { continue }
            let suggestion = ClosestMatch.suggestion(for: name, among: Array(known))
            report(
                suggestion == nil ? "config.unknownSection" : "config.unknownSectionSuggestion",
                ["name": .text(name), "suggestion": .text(suggestion ?? "")],
                line: lines.line(section: name, key: nil)
            )
        }
    }

    private mutating func table(_ name: String, of top: [String: TOMLTree]) -> ConfigurationSection? {
        guard let value = top[name] else { return nil }
        guard case .table(let entries) = value else {
            report("config.notATable", ["name": .text(name)], line: lines.line(section: "", key: name))
            return nil
        }
        return section(name, of: entries, occurrence: 0)
    }

    private mutating func repeated(_ name: String, of top: [String: TOMLTree]) -> [ConfigurationSection] {
        guard let value = top[name] else { return [] }
        guard case .list(let items) = value else {
            report("config.notRepeated", ["name": .text(name)], line: lines.line(section: name, key: nil))
            return []
        }
        var sections: [ConfigurationSection] = []
        for (occurrence, item) in items.enumerated() {
            guard case .table(let entries) = item else { continue }
            sections.append(section(name, of: entries, occurrence: occurrence))
        }
        return sections
    }

    private mutating func section(
        _ name: String,
        of entries: [String: TOMLTree],
        occurrence: Int
    ) -> ConfigurationSection {
        var section = ConfigurationSection(name: name, occurrence: occurrence)
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
            if name.isEmpty, isSection(key) || isTable(value) { continue }
            let line = lines.line(section: name, occurrence: occurrence, key: key)
            guard let option = ConfigurationSchema.option(name, key) else {
                let keys = ConfigurationSchema.options.filter { $0.section == name }.map(\.key)
                let suggestion = ClosestMatch.suggestion(for: key, among: keys)
                report(
                    suggestion == nil ? "config.unknownKey" : "config.unknownKeySuggestion",
                    ["name": .text(key), "suggestion": .text(suggestion ?? "")],
                    line: line
                )
                continue
            }
            if let problem = section.take(value, for: option) {
                report(problem.key, problem.arguments, line: line)
            }
        }
        for option in ConfigurationSchema.options
        where option.section == name && option.isRequired && entries[option.key] == nil {
            report(
                "config.missingKey",
                ["name": .text(option.key), "section": .text(name)],
                line: lines.line(section: name, occurrence: occurrence, key: nil)
            )
        }
        return section
    }

    private func isSection(_ key: String) -> Bool {
        ConfigurationSchema.tables.contains(key) || ConfigurationSchema.repeatedTables.contains(key)
    }

    private func isTable(_ value: TOMLTree) -> Bool {
        switch value {
        case .table: true
        case .list(let items): items.contains { if case .table = $0 { true } else { false } }
        default: false
        }
    }
}
