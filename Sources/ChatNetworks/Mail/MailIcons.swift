import MailMessages
import NewsModel

/// Encloses the icons of feeds in mails: each once, however often a mail names the feed.
struct MailIcons: Sendable {
    private let source: (any FeedIconSource)?
    private let most: Int
    /// Bytes of all icons of a mail; the smallest are enclosed first.
    private static let mostBytes = 150_000

    /// - Parameters:
    ///   - source: without one there are no icons.
    ///   - most: the most icons of one mail.
    init(source: (any FeedIconSource)?, most: Int) {
        self.source = source
        self.most = most
    }

    /// The icons of the first feeds that the messages name, if the reader at an address may see them.
    ///
    /// Their ids consist of `id` and the feed's number.
    func enclosed(
        _ messages: [OutgoingMessage],
        for reader: Address,
        id: String,
        domain: MailDomain
    ) async -> [FeedID: OutgoingFile] {
        guard let source, most > 0 else { return [:] }
        var feeds: [FeedID] = []
        for feed in messages.flatMap(\.shownBody.blocks).flatMap(\.icons) where !feeds.contains(feed) {
            feeds.append(feed)
        }
        guard !feeds.isEmpty else { return [:] }
        let icons = await source.icons(of: Array(feeds.prefix(most)), for: reader)
        var bytes = 0
        let smallestFirst = icons.sorted { ($0.value.bytes.count, $0.key) < ($1.value.bytes.count, $1.key) }
        let fitting = smallestFirst.prefix { icon in
            bytes += icon.value.bytes.count
            return bytes <= Self.mostBytes
        }
        return fitting.reduce(into: [:]) { files, icon in
            guard let format = PictureFormat(icon.value.bytes), let type = MIMEType(format.mimeType) else { return }
            files[icon.key] = OutgoingFile(
                name: nil,
                type: type,
                content: icon.value.bytes,
                contentID: MailMessageID(stableID: "icon\(icon.key).\(id)", domain: domain)
            )
        }
    }

    /// In a fixed order, so that the same mail has the same bytes.
    static func files(_ icons: [FeedID: OutgoingFile]) -> [OutgoingFile] {
        icons.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension RichText.Block {
    /// The feeds whose icons the block shows.
    fileprivate var icons: [FeedID] {
        switch self {
        case .heading(_, let spans), .paragraph(let spans), .item(_, let spans), .footer(let spans): spans.icons
        case .table(let table): table.rows.joined().flatMap(\.icons)
        case .preformatted, .grid: []
        }
    }
}

extension [RichText.Span] {
    fileprivate var icons: [FeedID] {
        flatMap { span -> [FeedID] in
            switch span {
            case .icon(let feed): [feed]
            case .strong(let inner), .emphasis(let inner), .meaning(_, let inner): inner.icons
            case .text, .code, .link, .symbol, .picture, .lineBreak: []
            }
        }
    }
}
