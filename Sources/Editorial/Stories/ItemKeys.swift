/// The keys that identify an entry within its own feed.
///
/// An entry is a repeat when any of its keys was seen before. So a changed guid, an edited title, a moved date or a
/// change from http to https does no harm. A key that two entries of one document share (a constant guid, the home
/// page as every link) identifies nothing and is left out.
///
/// Some feeds link all entries to one page and show one entry at a time (warnings, a status page). Therefore a link
/// that is independent of the guid counts only together with the title or the date.
package enum ItemKeys {
    /// The parts of an entry that can identify it.
    package struct Entry: Hashable, Sendable {
        package var guid: String?
        package var url: String?
        package var title: String
        package var summary: String
        /// Unix seconds; nil when the document gave none.
        package var published: Int64?

        package init(
            guid: String? = nil,
            url: String? = nil,
            title: String = "",
            summary: String = "",
            published: Int64? = nil
        ) {
            self.guid = guid
            self.url = url
            self.title = title
            self.summary = summary
            self.published = published
        }
    }

    /// The keys of every entry of one document, in its order.
    ///
    /// Every entry has at least one key, except the second and later copies of an entry, which have none.
    package static func keys(of document: [Entry], homePage: String? = nil) -> [[String]] {
        let strong = document.map { strongKeys($0, homePage: homePage) }
        let shared = sharedKeys(document, strong)
        var used: Set<String> = []
        return zip(document, strong).map { entry, candidates in
            var keys = candidates.filter { !shared.contains($0) }
            if !keys.contains(where: { $0.hasPrefix("guid ") || $0.hasPrefix("link ") }) {
                keys.append(weakKey(entry))
            }
            keys.append(exactKey(entry))
            keys = keys.map(bounded)
            return used.isDisjoint(with: keys) ? (used.formUnion(keys), keys).1 : []
        }
    }

    private static func strongKeys(_ entry: Entry, homePage: String?) -> [String] {
        var keys: [String] = []
        if let guid = entry.guid.map({ String($0.trimmingBlanks()) }), !guid.isEmpty, !isSite(guid, homePage) {
            keys.append("guid " + guid)
        }
        if let link = entry.url.flatMap({ StoryKeys.canonicalURL($0, homePage: homePage) }) {
            keys += linkKeys(entry, link)
        }
        // A site that moves changes guids and links at once, but its titles and exact times stay the same.
        // Whole hours are left out: such a feed may know only the day, and a day can have two "Weather" entries.
        if let published = entry.published, published % 3_600 != 0, entry.title.utf8.count >= 12 {
            keys.append("time \(published) " + folded(entry.title))
        }
        return keys
    }

    private static func linkKeys(_ entry: Entry, _ link: String) -> [String] {
        let title = folded(entry.title)
        var keys = ["link \(link) title \(title)"]
        if let published = entry.published { keys.append("link \(link) time \(published)") }
        if title.isEmpty || entry.published == nil || isMadeOf(link, guid: entry.guid) { keys.append("link " + link) }
        return keys
    }

    /// Whether there is no guid, or the guid is the link: `https://site/news/17#1` becomes `#2` after an edit.
    private static func isMadeOf(_ link: String, guid: String?) -> Bool {
        guard let guid = guid?.trimmingBlanks(), !guid.isEmpty else { return true }
        return StoryKeys.canonicalURL(String(guid.prefix { $0 != "#" })) == link
            || StoryKeys.canonicalURL(String(guid)) == link
    }

    private static func isSite(_ guid: String, _ homePage: String?) -> Bool {
        WebAddress(guid) != nil && StoryKeys.canonicalURL(guid, homePage: homePage) == nil
    }

    /// Keys that several different entries have.
    ///
    /// Exact copies of an entry do not count.
    private static func sharedKeys(_ document: [Entry], _ keys: [[String]]) -> Set<String> {
        var owner: [String: Entry] = [:]
        var shared: Set<String> = []
        for (entry, keys) in zip(document, keys) {
            for key in keys {
                if let other = owner[key] {
                    if !isCopy(entry, other) { shared.insert(key) }
                } else {
                    owner[key] = entry
                }
            }
        }
        return shared
    }

    private static func isCopy(_ one: Entry, _ other: Entry) -> Bool {
        one.guid == other.guid && one.url == other.url && one.title == other.title
    }

    /// Title and day; without a date: the title and a hash of the content.
    private static func weakKey(_ entry: Entry) -> String {
        if let published = entry.published, !entry.title.isEmpty {
            return "day \(published.floorDivided(by: 86_400)) " + folded(entry.title)
        }
        var hash = StableHash()
        hash.combine(entry.guid ?? "")
        hash.combine(entry.url ?? "")
        hash.combine(entry.summary)
        return "text \(hash.text) " + folded(entry.title)
    }

    /// The whole entry; it may be the only key that stays when other entries share its link today but not tomorrow.
    private static func exactKey(_ entry: Entry) -> String {
        var hash = StableHash()
        hash.combine(entry.guid ?? "")
        hash.combine(entry.url ?? "")
        hash.combine(entry.title)
        if entry.title.isEmpty || (entry.guid == nil && entry.url == nil && entry.published == nil) {
            hash.combine(entry.summary)
        }
        hash.combine(entry.published.map { String($0.floorDivided(by: 86_400)) } ?? "")
        return "same " + hash.text
    }

    static func folded(_ title: String) -> String {
        foldedASCII(title) ?? title.lowercased().split { $0.isWhitespace }.joined(separator: " ")
    }

    /// The same as `folded`, many times faster; nil when a byte is not ASCII.
    private static func foldedASCII(_ title: String) -> String? {
        var folded: [UInt8] = []
        folded.reserveCapacity(title.utf8.count)
        var isGap = false
        for byte in title.utf8 {
            switch byte {
            case 0x80...: return nil
            case 0x09...0x0d, 0x20: isGap = true
            default:
                if isGap, !folded.isEmpty { folded.append(0x20) }
                isGap = false
                folded.append(byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte)
            }
        }
        return String(decoding: folded, as: UTF8.self)
    }

    /// Keys are stored for years, so long ones are cut, and a hash keeps them distinct.
    private static func bounded(_ key: String) -> String {
        guard key.utf8.count > 200 else { return key }
        return String(decoding: key.utf8.prefix(160), as: UTF8.self) + " " + StableHash.text(of: key.utf8)
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self < 0 && self % divisor != 0 ? quotient - 1 : quotient
    }
}
