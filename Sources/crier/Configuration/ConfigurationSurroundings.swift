import CurlClient
import Foundation
import Localization
import NewsModel

/// Checks what the configuration refers to: a writable folder, a known language, valid address ranges.
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
        problems += addressProblems(of: configuration.fetch)
        let proxy = configuration.fetch.proxy
        if !proxy.isEmpty {
            // libcurl takes an address without a scheme for an HTTP proxy, which may not be what was meant.
            if !HTTPClientOptions.isProxy(proxy) || !proxy.contains("://") { report("config.badProxy") }
        }
        problems += mailProblems(of: configuration)
        if configuration.irc.isEmpty, configuration.matrix.isEmpty, configuration.mail == nil {
            report("config.nothingToDo", isWarning: true)
        }
        return problems
    }

    static func addressProblems(of fetch: Configuration.Fetch) -> [ConfigurationProblem] {
        fetch.allowAddresses.compactMap { text in
            let range = AddressRange(text)
            guard range?.hasEveryPort ?? true else { return nil }
            let key = range == nil ? "config.badAddressRange" : "config.everyPortAllowed"
            return ConfigurationProblem(
                line: fetch.allowAddressesLine,
                message: LocalizedMessage(key, ["name": .text(text), "example": .text(withPort(text))]),
                isWarning: range != nil
            )
        }
    }

    /// An address or range with an example port.
    ///
    /// An IPv6 address without a length needs brackets.
    private static func withPort(_ text: String) -> String {
        guard text.contains(":"), !text.contains("/"), !text.hasPrefix("[") else { return "\(text):8080" }
        // In `::1:80` the 80 was probably meant as a port, but it was read as part of the address.
        if let colon = text.lastIndex(of: ":") {
            let (address, port) = (String(text[..<colon]), text[text.index(after: colon)...])
            let example = "[\(address)]:\(port)"
            if port.count > 1, IPAddress(address) != nil, AddressRange(example) != nil { return example }
        }
        return "[\(text)]:8080"
    }

    static func mailProblems(of configuration: Configuration) -> [ConfigurationProblem] {
        guard let mail = configuration.mail else { return [] }
        var problems: [ConfigurationProblem] = []
        func report(_ key: String, _ arguments: [String: MessageArgument] = [:], line: Int?, isWarning: Bool) {
            let message = LocalizedMessage(key, arguments)
            problems.append(ConfigurationProblem(line: line, message: message, isWarning: isWarning))
        }
        let server = mail.submission
        let path: [String: MessageArgument] = ["path": .text(server.path)]
        if server.scheme == .sendmail {
            if !FileManager.default.isExecutableFile(atPath: server.path) {
                report("config.sendmailMissing", path, line: mail.submissionLine, isWarning: false)
            }
        } else if server.host.isEmpty, !FileManager.default.fileExists(atPath: server.path) {
            // The mail server creates the socket, and it may start later.
            report("config.socketMissing", path, line: mail.submissionLine, isWarning: true)
        }
        if mail.authenticationServer.isEmpty {
            report("config.noAuthenticationServer", line: mail.authenticationServerLine, isWarning: true)
        }
        return problems
    }
}
