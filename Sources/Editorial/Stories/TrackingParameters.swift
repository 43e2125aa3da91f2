/// Query parameters that say where a reader came from and do not change the page.
enum TrackingParameters {
    private static let prefixes = ["utm_", "mtm_", "hsa_", "_hs", "at_", "matomo_", "piwik_", "pk_", "stm_", "oly_"]

    private static let names: Set<String> = [
        "fbclid", "gclid", "gclsrc", "gbraid", "wbraid", "dclid", "msclkid", "yclid", "ysclid", "twclid", "ttclid",
        "igshid", "igsh", "mc_cid", "mc_eid", "mkt_tok", "mibextid", "vero_id", "vero_conv", "wickedid", "xtor",
        "icid", "ns_mchannel", "ns_source", "ns_campaign", "ns_linkname", "ns_fee", "cmpid", "cmp", "ocid",
        "guccounter", "guce_referrer", "guce_referrer_sig", "_openstat", "rb_clickid", "s_cid", "s_kwcid", "ef_id",
        "epik", "srsltid", "sc_cid", "soc_src", "soc_trk", "spm", "trk", "tracking_source", "partner_id",
        "campaign_id", "wt_mc", "wt_zmc", "__twitter_impression", "_ga", "_gl", "__s", "ml_subscriber",
        "ml_subscriber_hash", "rss_source",
    ]

    /// Names whose value is a site; they are removed only when that is the feed's or the page's own host.
    private static let referrers: Set<String> = ["ref", "referrer", "source", "via"]

    static func isTracking(name: Substring, value: Substring, ownHosts: Set<String>) -> Bool {
        let name = name.lowercased()
        if names.contains(name) || prefixes.contains(where: name.hasPrefix) {
            return true
        }
        if referrers.contains(name) {
            let value = value.lowercased()
            return value == "rss" || value == "feed" || ownHosts.contains(value)
        }
        return false
    }

    /// The query without tracking parameters; nil when nothing remains.
    ///
    /// The rest is returned unchanged.
    static func removed(from query: String, ownHosts: Set<String>) -> String? {
        let parts = parts(of: query)
        let kept = parts.filter { part in
            let mark = part.utf8.firstIndex(of: UInt8(ascii: "="))
            let value = mark.map { part[part.utf8.index(after: $0)...] } ?? ""
            return !isTracking(name: part[..<(mark ?? part.endIndex)], value: value, ownHosts: ownHosts)
        }
        return kept.isEmpty ? nil : kept.joined(separator: "&")
    }

    /// The parameters of a query, without empty ones.
    static func parts(of query: String) -> [Substring] {
        query.utf8.split(separator: UInt8(ascii: "&")).map { Substring($0) }
    }
}
