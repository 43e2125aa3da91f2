import ArgumentParser
import Foundation
import Localization
import NewsModel

/// Validates the configuration without connecting to anything.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the configuration; exit 78 when there is a mistake in it."
    )

    @Option(help: "The configuration file.") var config = "config.toml"
    @Option(help: "The folder of locales and sample news.") var data: String?

    func run() async throws {
        let (terminal, folder, catalogue) = try Terminal.open(data: data)
        // Said whatever the configuration is like.
        let sources = CatalogueReader(folder: folder.catalogue)
        let mistakes =
            sources.problems + VocabularyReader.problems(in: folder.vocabulary)
            + [GazetteerReader.problem(with: folder.gazetteer)].compactMap(\.self)
        for mistake in mistakes { Terminal.error(mistake) }
        do {
            let (configuration, warnings) = try ConfigurationReader.read(path: config)
            let problems = warnings + ConfigurationSurroundings.problems(of: configuration, catalogue: catalogue)
            terminal.show(problems, path: config)
            guard !problems.contains(where: { !$0.isWarning }), mistakes.isEmpty else { throw ExitCode(78) }
            let text = terminal.localizer
            Terminal.say(text.text("config.good", ["path": .text(config)]))
            Terminal.say(
                text.text(
                    "config.counts",
                    [
                        "feeds": .number(configuration.feeds.count),
                        "networks": .number(
                            configuration.irc.count + configuration.matrix.count + (configuration.mail == nil ? 0 : 1)
                        ),
                    ]
                )
            )
            if configuration.feeds.isEmpty, configuration.selectsCatalogueFeeds {
                let count = sources.catalogue.defaultSelection.count
                Terminal.say(text.text("config.defaultSelection", ["n": .number(count)]))
            }
            Terminal.say(text.text(TimeZoneRules.report()))
        } catch let error as ConfigurationError {
            terminal.show(error.problems, path: error.path)
            throw ExitCode(78)
        }
    }
}

/// Reports the version of the time zone rules in use, and whether the system has newer ones.
enum TimeZoneRules {
    /// Foundation contains its own rules, so a change of law arrives only with a new Swift version.
    static func report(systemFile: String = "/usr/share/zoneinfo/tzdata.zi") -> LocalizedMessage {
        let own = TimeZone.timeZoneDataVersion
        guard let system = systemVersion(systemFile), system > own else {
            return LocalizedMessage("config.timeZoneData", ["version": .text(own)])
        }
        return LocalizedMessage("config.timeZoneDataOlder", ["version": .text(own), "system": .text(system)])
    }

    /// The first line is `# version 2025b`.
    private static func systemVersion(_ path: String) -> String? {
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: 64) else {
            return nil
        }
        let words = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count >= 3, words[1] == "version" else { return nil }
        return String(words[2])
    }
}
