/// Links, enclosures and images, whose values are in attributes.
extension FeedReader {
    /// `<link rel href type title length>`.
    func readAtomLink(_ attributes: XMLAttributes) {
        guard let href = attributes.value("href"), !href.isEmpty else { return }
        let relation = Self.relation(attributes.value("rel"))
        let type = attributes.value("type")?.lowercased()
        switch scope {
        case .item: addItemLink(resolved(href), relation, type, attributes)
        case .feed: addFeedLink(resolved(href), relation, type)
        case .source:
            if relation == "alternate" || draft.item.sourceURL == nil { draft.item.sourceURL = resolved(href) }
        default: break
        }
    }

    /// A relation may be written as a URI (RFC 4287, 4.2.7.2).
    private static func relation(_ text: String?) -> String {
        guard let text = text?.lowercased(), !text.isEmpty else { return "alternate" }
        guard let slash = text.lastIndex(of: "/") else { return text }
        return String(text[text.index(after: slash)...])
    }

    private func addItemLink(_ url: String, _ relation: String, _ type: String?, _ attributes: XMLAttributes) {
        let isPage = type == nil || type?.firstRange(of: "html") != nil
        switch relation {
        case "alternate": draft.link.offer(url, rank: isPage ? (isAtom ? 0 : 2) : 3)
        case "enclosure":
            draft.addAttachment(
                ParsedAttachment(
                    url: url,
                    mimeType: type,
                    sizeInBytes: Self.size(attributes.value("length")),
                    title: attributes.value("title")
                )
            )
        case "related": draft.item.externalURL = draft.item.externalURL ?? url
        case "via": draft.item.sourceURL = draft.item.sourceURL ?? url
        case "replies":
            if draft.item.commentsURL == nil || isPage { draft.item.commentsURL = url }
        case "self": draft.link.offer(url, rank: 7)
        default: break
        }
    }

    private func addFeedLink(_ url: String, _ relation: String, _ type: String?) {
        let isPage = type == nil || type?.firstRange(of: "html") != nil
        switch relation {
        case "alternate": feedLink.offer(url, rank: isPage ? (isAtom ? 0 : 2) : 3)
        case "self": feed.feedURL = feed.feedURL ?? url
        case "hub": if !feed.hubURLs.contains(url), feed.hubURLs.count < 10 { feed.hubURLs.append(url) }
        case "next": feed.nextPageURL = feed.nextPageURL ?? url
        default: break
        }
    }

    /// `<enclosure url type length>`.
    func readEnclosure(_ attributes: XMLAttributes) {
        guard scope == .item, let url = attributes.value("url") ?? attributes.value("href"), !url.isEmpty else {
            return
        }
        let type = attributes.value("type")?.lowercased()
        draft.addAttachment(
            ParsedAttachment(
                url: resolved(url),
                mimeType: type?.isEmpty == true ? nil : type,
                sizeInBytes: Self.size(attributes.value("length"))
            )
        )
    }

    /// `<itunes:image href>`; the address may also be the element's text.
    func readItunesImage(_ attributes: XMLAttributes) {
        let url = attributes.value("href") ?? attributes.value("url")
        if scope == .feed {
            feedIcon.offer(url.map(resolved), rank: 3)
        } else {
            offerImage(url, width: nil, rank: 2)
        }
    }

    /// `<media:content url type medium width fileSize duration>`.
    func startMedia(_ attributes: XMLAttributes) {
        guard scope == .item || scope == .feed, let url = attributes.value("url"), !url.isEmpty else {
            if scope == .item { scope = .media }
            return
        }
        let isOfItem = scope == .item
        if isOfItem { scope = .media }
        let type = attributes.value("type")?.lowercased()
        let medium = attributes.value("medium")?.lowercased()
        if medium == "image" || type?.hasPrefix("image") == true || (type ?? medium) == nil && FirstImage.isPicture(url)
        {
            offerImage(url, width: attributes.value("width"), rank: 1)
            return
        }
        guard isOfItem else { return }
        // A URL without type or medium may be a web page or a player, so it is not an attachment.
        guard type != nil || medium == "audio" || medium == "video" else { return }
        draft.addAttachment(
            ParsedAttachment(
                url: resolved(url),
                mimeType: type,
                sizeInBytes: Self.size(attributes.value("fileSize")),
                durationSeconds: Duration.seconds(attributes.value("duration"))
            )
        )
    }

    /// Of several sizes the widest is used, up to the width that a chat shows.
    func offerImage(_ url: String?, width: String?, rank: UInt8) {
        guard let url, !url.isEmpty else { return }
        if scope == .feed { feedIcon.offer(resolved(url), rank: 4) }
        guard scope == .item || scope == .media else { return }
        let width = width.flatMap { Int($0) } ?? 0
        if rank == 1, width > draft.imageWidth, width <= 2_000 {
            draft.imageWidth = width
            draft.image = ItemDraft.Ranked()
        }
        draft.image.offer(resolved(url), rank: rank)
    }

    func commitToMedia(_ element: FeedElement) {
        switch element {
        case .mediaTitle: draft.title.offer(leaf.line, rank: 2)
        case .mediaDescription: draft.summary.offer(leaf.html.map { ParsedItem.Markup(html: $0) }, rank: 3)
        default: break
        }
    }

    private static func size(_ text: String?) -> Int? {
        guard let text, let size = Int(text), size > 0 else { return nil }
        return size
    }
}

/// Parses a duration: `1:02:03`, `62:03`, `3723`, `PT1H2M3S`.
enum Duration {
    static func seconds(_ text: String?) -> Int? {
        guard let text = text?.trimmingSpace(), !text.isEmpty, text.utf8.count < 20 else { return nil }
        if let first = text.utf8.first, first | 0x20 == UInt8(ascii: "p") { return period(text) }
        var total = 0
        for part in text.split(separator: ":", omittingEmptySubsequences: false) {
            let whole = part.prefix { $0 != "." }.trimmingSpace()
            guard let value = Int(whole), value >= 0, value < 1_000_000 else { return nil }
            total = total * 60 + value
            guard total < 10_000_000 else { return nil }
        }
        return total > 0 ? total : nil
    }
    /// `PT1H2M3S` (ISO 8601).
    private static func period(_ text: Substring) -> Int? {
        var total = 0
        var number = 0
        for byte in text.utf8.dropFirst() {
            switch byte {
            case 0x30...0x39: number = min(1_000_000, number * 10 + Int(byte - 0x30))
            case UInt8(ascii: "T"), UInt8(ascii: "t"): number = 0
            case UInt8(ascii: "D"), UInt8(ascii: "d"): (total, number) = (total + number * 86_400, 0)
            case UInt8(ascii: "H"), UInt8(ascii: "h"): (total, number) = (total + number * 3_600, 0)
            case UInt8(ascii: "M"), UInt8(ascii: "m"): (total, number) = (total + number * 60, 0)
            case UInt8(ascii: "S"), UInt8(ascii: "s"): (total, number) = (total + number, 0)
            default: return nil
            }
        }
        return (1..<10_000_000).contains(total) ? total : nil
    }
}
