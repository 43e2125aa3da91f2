import CurlClient
import Foundation
import NewsModel

extension ConfigurationReader {
    /// Reports a host, nick or channel that no IRC server can mean.
    mutating func checkIRCWords(of settings: Configuration.IRCNetworkSettings, _ section: ConfigurationSection) {
        let host = Self.bareHost(settings.host)
        if host != settings.host {
            report("config.badHost", ["name": .text(settings.host), "host": .text(host)], line: line(section, "host"))
        }
        if settings.port == (settings.usesTLS ? 6_667 : 6_697) {
            let key = settings.usesTLS ? "config.plainPort" : "config.encryptedPort"
            report(key, ["n": .text("\(settings.port)")], line: line(section, "port"), isWarning: true)
        }
        if !Self.isNick(settings.nick) {
            report("config.badNick", ["name": .text(settings.nick)], line: line(section, "nick"))
        }
        for text in settings.channels where !Self.isChannel(text) {
            let names = text.split { $0 == " " || $0 == "," }.map { $0.hasPrefix("#") ? String($0) : "#" + $0 }
            report(
                "config.badChannel",
                [
                    "name": .text(text),
                    "channel": .text(names.isEmpty ? "#channel" : names.joined(separator: "\", \"")),
                ],
                line: line(section, "channels")
            )
        }
    }

    /// The name or IP address without scheme, path and port: `irc.example.org` of `ircs://irc.example.org:6697/`.
    private static func bareHost(_ text: String) -> String {
        guard IPAddress(text) == nil else { return text }
        var host = Substring(text)
        if let scheme = host.range(of: "://") { host = host[scheme.upperBound...] }
        host = host.prefix { $0 != "/" && !$0.isWhitespace }
        if host.first == "[", let end = host.firstIndex(of: "]") {
            return String(host[host.index(after: host.startIndex)..<end])
        }
        return String(host.prefix { $0 != ":" })
    }

    /// RFC 2812, 2.3.1, but for letters of other scripts, which some servers allow.
    private static func isNick(_ text: String) -> Bool {
        guard let first = text.first, !first.isNumber, first != "-" else { return false }
        return text.allSatisfy { $0.isLetter || $0.isNumber || "-_[]{}\\|^`".contains($0) }
    }

    /// RFC 2812, 1.3, and perhaps a key behind it.
    private static func isChannel(_ text: String) -> Bool {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard (1...2).contains(words.count), let name = words.first, let prefix = name.first else { return false }
        return "#&+!".contains(prefix) && name.count > 1 && !text.contains(",") && words.allSatisfy { !$0.isEmpty }
    }
}
