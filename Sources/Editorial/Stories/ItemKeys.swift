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
        keys(of: document, site: StoryKeys.Site(homePage: homePage)).map(\.keys)
    }

    /// The keys of an entry, and its canonical link, which is found on the way.
    package struct Found: Sendable {
        package var keys: [String]
        package var link: String?
    }

    package static func keys(of document: [Entry], site: StoryKeys.Site) -> [Found] {
        let strong = document.map { strongKeys($0, site) }
        let (shared, areDifferent) = sharedKeys(document, strong.map(\.keys))
        var used: Set<String> = []
        return zip(document, strong).map { entry, candidates in
            var keys = candidates.keys.filter { !shared.contains($0) }
            // Keys that are known to be different are not compared again.
            let firstCompared = areDifferent ? keys.count : 0
            if !keys.contains(where: { $0.utf8.starts(with: "guid ".utf8) || $0.utf8.starts(with: "link ".utf8) }) {
                keys.append(weakKey(entry, candidates.title))
            }
            keys.append(exactKey(entry))
            keys = keys.map(bounded)
            let isNew = used.isDisjoint(with: keys[firstCompared...])
            if isNew { used.formUnion(keys[firstCompared...]) }
            return Found(keys: isNew ? keys : [], link: candidates.link)
        }
    }

    /// What may identify an entry, with the parts that other keys are made of.
    private struct Candidates {
        var keys: [String] = []
        var link: String?
        /// Folded.
        var title: String
    }

    private static func strongKeys(_ entry: Entry, _ site: StoryKeys.Site) -> Candidates {
        var found = Candidates(title: folded(entry.title))
        found.link = entry.url.flatMap { StoryKeys.canonicalURL($0, site: site) }
        let guid = Guid(entry, link: found.link)
        if !guid.text.isEmpty, !guid.isAddress(of: site) { found.keys.append("guid \(guid.text)") }
        if let link = found.link { found.keys += linkKeys(entry, link, found.title, guid) }
        // A site that moves changes guids and links at once, but its titles and exact times stay the same.
        // Whole hours are left out: such a feed may know only the day, and a day can have two "Weather" entries.
        if let published = entry.published, published % 3_600 != 0, entry.title.utf8.count >= 12 {
            found.keys.append("time \(published) " + found.title)
        }
        return found
    }

    private static func linkKeys(_ entry: Entry, _ link: String, _ title: String, _ guid: Guid) -> [String] {
        var keys = ["link \(link) title \(title)"]
        if let published = entry.published { keys.append("link \(link) time \(published)") }
        if title.isEmpty || entry.published == nil || guid.isMadeOf(link) { keys.append("link " + link) }
        return keys
    }

    /// The guid of an entry, which may be an address.
    private struct Guid {
        /// Empty when there is none.
        let text: Substring
        private let isLink: Bool
        private let isAddress: Bool
        /// The page of the address; nil for a front page, and for a guid that is the link.
        private let page: String?

        /// - Parameter link: the canonical link of the entry.
        init(_ entry: Entry, link: String?) {
            let guid = entry.guid?.trimmingBlanks() ?? ""
            text = guid
            isLink = entry.url.map { $0 == guid } ?? false
            // A guid that is an article's link needs no closer look.
            let address = guid.isEmpty || (isLink && link != nil) ? nil : WebAddress(String(guid))
            isAddress = address != nil
            page = isLink ? nil : address.flatMap(StoryKeys.page)
        }

        /// Whether it is the address of the site, not of the entry.
        func isAddress(of site: StoryKeys.Site) -> Bool { isAddress && (page.map(site.isHome) ?? true) }

        /// Whether there is no guid, or it is the link: `https://site/news/17#1` becomes `#2` after an edit.
        func isMadeOf(_ link: String) -> Bool {
            if text.isEmpty || isLink || page == link { return true }
            guard let hash = text.utf8.firstIndex(of: UInt8(ascii: "#")) else { return false }
            return StoryKeys.canonicalURL(String(text[..<hash])) == link
        }
    }

    /// Keys that several different entries have, and whether no key occurs twice.
    ///
    /// Exact copies of an entry do not count as different.
    private static func sharedKeys(
        _ document: [Entry],
        _ keys: [[String]]
    ) -> (shared: Set<String>, areDifferent: Bool) {
        var last: [ByteKey: Int] = [:]
        last.reserveCapacity(keys.reduce(0) { $0 + $1.count })
        var shared: Set<String> = []
        var areDifferent = true
        for (place, keys) in keys.enumerated() {
            for key in keys {
                guard let other = last.updateValue(place, forKey: ByteKey(text: key)) else { continue }
                areDifferent = false
                if !isCopy(document[place], document[other]) { shared.insert(key) }
            }
        }
        return (shared, areDifferent)
    }

    /// A key as bytes, as it is stored: to hash letters beyond ASCII as characters takes long.
    private struct ByteKey: Hashable {
        let text: String

        static func == (one: Self, other: Self) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    private static func isCopy(_ one: Entry, _ other: Entry) -> Bool {
        one.guid == other.guid && one.url == other.url && one.title == other.title
    }

    /// Title and day; without a date: the title and a hash of the content.
    private static func weakKey(_ entry: Entry, _ title: String) -> String {
        if let published = entry.published, !entry.title.isEmpty {
            return "day \(published.floorDivided(by: 86_400)) " + title
        }
        var hash = StableHash()
        hash.combine(entry.guid ?? "")
        hash.combine(entry.url ?? "")
        hash.combine(entry.summary)
        return "text \(hash.text) " + title
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
        foldedByBytes(title) ?? title.lowercased().split { $0.isWhitespace }.joined(separator: " ")
    }

    /// The same as `folded`, many times faster; nil for a title with other characters than most titles have.
    private static func foldedByBytes(_ title: String) -> String? {
        var title = title
        return title.withUTF8 { bytes in
            var folded: [UInt8] = []
            folded.reserveCapacity(bytes.count)
            var (index, isGap) = (0, false)
            while index < bytes.count {
                let byte = bytes[index]
                if byte == 0x20 || (0x09...0x0d).contains(byte) {
                    isGap = true
                    index += 1
                    continue
                }
                if isGap, !folded.isEmpty { folded.append(0x20) }
                isGap = false
                switch byte {
                case ..<0x80:
                    folded.append(byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte)
                    index += 1
                // U+00C0–U+00FF: the capitals are the first half, but for the multiplication sign and ß.
                case 0xc3:
                    let second = bytes[index + 1]
                    folded += [byte, second < 0x9f && second != 0x97 ? second | 0x20 : second]
                    index += 2
                // Dashes, quotation marks, U+2022 and U+2026; ideographs of U+5000–U+9FFF.
                case 0xe2 where bytes[index + 1] == 0x80 && isPlainSign(bytes[index + 2]), 0xe5...0xe9:
                    folded += bytes[index..<index + 3]
                    index += 3
                default: return nil
                }
            }
            return String(decoding: folded, as: UTF8.self)
        }
    }

    /// Whether the character E2 80 and this byte has no lower case and is no space.
    private static func isPlainSign(_ byte: UInt8) -> Bool {
        (0x93...0x94).contains(byte) || (0x98...0x9f).contains(byte) || byte == 0xa2 || byte == 0xa6
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
