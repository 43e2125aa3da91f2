internal import Foundation

/// The part of a feed's address that people may read who do not follow it.
package enum ShownAddress {
    /// Only the scheme and the host.
    ///
    /// Path, query and user may be secret.
    package static func siteOnly(_ address: String) -> String {
        let scheme = address.range(of: "://").map { address[..<$0.upperBound] } ?? ""
        let rest = address.dropFirst(scheme.count)
        let host = rest.prefix { !"/?#".contains($0) }
        let named = host.lastIndex(of: "@").map { host[host.index(after: $0)...] } ?? host
        return scheme + named + (host.count < rest.count ? "/…" : "")
    }
}
