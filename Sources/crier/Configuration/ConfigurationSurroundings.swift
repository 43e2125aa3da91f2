import CurlClient
import Foundation
import Localization
import NewsModel

/// What the configuration needs around it: a writable folder, a known language, readable address ranges.
enum ConfigurationSurroundings {
    static func problems(of configuration: Configuration, catalogue: Catalogue) -> [ConfigurationProblem] {
        var problems: [ConfigurationProblem] = []
        func report(_ key: String, _ arguments: [String: MessageArgument] = [:], isWarning: Bool = false) {
            problems.append(
                ConfigurationProblem(message: LocalizedMessage(key, arguments), isWarning: isWarning)
            )
        }
        let folder = configuration.storagePath.deletingLastPathComponent().path
        if !FileManager.default.isWritableFile(atPath: folder) {
            report("config.storageFolder", ["path": .text(folder)])
        }
        if catalogue.language(matching: configuration.defaultLanguage) == nil {
            report(
                "config.unknownLanguage",
                [
                    "name": .text(configuration.defaultLanguage),
                    "known": .text(catalogue.languages.joined(separator: ", ")),
                ]
            )
        }
        for range in configuration.fetch.allowAddresses where AddressRange(range) == nil {
            report("config.badAddressRange", ["name": .text(range)])
        }
        if !configuration.fetch.proxy.isEmpty, !HTTPClientOptions.isProxy(configuration.fetch.proxy) {
            report("config.badProxy")
        }
        if configuration.irc.isEmpty, configuration.matrix.isEmpty { report("config.nothingToDo", isWarning: true) }
        return problems
    }
}
