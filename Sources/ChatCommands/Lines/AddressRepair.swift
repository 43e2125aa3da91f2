internal import Foundation

/// Recognises and corrects misspelt web addresses.
enum AddressRepair {
    /// Whether a word looks like an address: it has a scheme, even a misspelt one, or is a host name.
    static func looksLikeAddress(_ text: String) -> Bool {
        text.contains("://") || corrected(text) != nil || isHost(text.prefix { !"/?#:".contains($0) })
    }

    /// Corrects a typing error in the scheme or the dots of an address; nil if nothing looks wrong.
    static func corrected(_ text: String) -> String? {
        guard text.utf8.count <= 2_000, !text.contains(where: \.isWhitespace) else { return nil }
        let scheme = text.prefix { $0.isASCII && $0.isLetter }.lowercased()
        let afterScheme = text.dropFirst(scheme.count)
        let signs = afterScheme.prefix { ":;/\\".contains($0) }
        var rest = String(text[...])
        var isRepaired = false
        if (3...7).contains(scheme.count), signs.count >= (scheme.hasPrefix("http") ? 1 : 2), isNear(scheme) {
            isRepaired = !(["http", "https"].contains(scheme) && signs == "://")
            rest = String(afterScheme.dropFirst(signs.count))
        }
        let host = rest.prefix { !"/?#".contains($0) }
        let path = rest.dropFirst(host.count)
        var name = String(host)
        if name.contains(",") { (name, isRepaired) = (name.replacing(",", with: "."), true) }
        let lowered = name.lowercased()
        if lowered.hasPrefix("www"), !lowered.hasPrefix("www."), lowered.contains(".") {
            let site = name.dropFirst(3).drop { "-:;".contains($0) }
            (name, isRepaired) = ("www." + site, true)
        }
        guard isRepaired, isHost(name.prefix { $0 != ":" }) else { return nil }
        return (scheme == "http" && signs == "://" ? "http://" : "https://") + name + path
    }

    /// The host of an address or a bare host name, without `www.`.
    static func site(of address: String) -> String {
        let rest = address.range(of: "://").map { address[$0.upperBound...] } ?? address[...]
        let host = rest.prefix { !"/?#:".contains($0) }.lowercased()
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }

    /// The address with its user and password replaced by "…".
    static func withoutPassword(_ target: String) -> String {
        guard let scheme = target.range(of: "://") else { return target }
        let host = target[scheme.upperBound...].prefix { !"/?#".contains($0) }
        guard let end = host.lastIndex(of: "@") else { return target }
        return String(target[..<scheme.upperBound]) + "…" + target[end...]
    }

    /// Correct schemes that are not of the web.
    private static let otherSchemes: Set<String> = [
        "ftp", "ftps", "sftp", "tftp", "smtp", "nntp", "rtp", "rtsp", "ssh",
    ]

    private static func isNear(_ scheme: String) -> Bool {
        guard !otherSchemes.contains(scheme) else { return false }
        return ["http", "https"].contains { NearNames.distance(Array(scheme), Array($0)) <= 2 }
    }

    /// Whether a text is a host name such as `example.org`: at least two labels, and the last one of letters.
    private static func isHost(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let last = labels.last, last.count >= 2, last.allSatisfy(\.isLetter) else {
            return false
        }
        return labels.allSatisfy { label in
            !label.isEmpty && label.count <= 63 && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
        }
    }
}
