internal import Foundation

/// What of a feed's address may be read by those whose feed it is not.
package enum ShownAddress {
    /// The scheme and host alone: path, query and user may be secrets.
    package static func siteOnly(_ address: String) -> String {
        let scheme = address.range(of: "://").map { address[..<$0.upperBound] } ?? ""
        let rest = address.dropFirst(scheme.count)
        let host = rest.prefix { !"/?#".contains($0) }
        let named = host.lastIndex(of: "@").map { host[host.index(after: $0)...] } ?? host
        return scheme + named + (host.count < rest.count ? "/…" : "")
    }
}
