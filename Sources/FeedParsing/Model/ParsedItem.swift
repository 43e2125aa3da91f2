/// One entry of a feed, as its document states it.
package struct ParsedItem: Sendable, Equatable {
    /// `guid` or `id`, unchanged; nil when the document has none.
    package var id: String?
    /// The id is also the item's address, according to the feed.
    package var idIsPermalink = false
    /// Plain text on one line.
    package var title: String?
    /// The page of this item; absolute if a base was known.
    package var url: String?
    /// The page this item is about, on another site.
    package var externalURL: String?
    /// Names; an e-mail address only if there is no name.
    package var authors: [String] = []
    /// Unix seconds.
    package var published: Int64?
    /// Unix seconds.
    package var updated: Int64?
    /// HTML with absolute addresses where `xml:base` gives a base; computed at each access.
    package var summaryHTML: String? {
        get { summary?.absolute }
        set { summary = newValue.map { Markup(html: $0) } }
    }
    package var contentHTML: String? {
        get { content?.absolute }
        set { content = newValue.map { Markup(html: $0) } }
    }
    package var categories: [String] = []
    /// The image that the feed names, else the first suitable image in the text.
    package var imageURL: String? {
        get { namedImageURL ?? picture(in: contentHTML, summaryHTML) }
        set { namedImageURL = newValue }
    }
    /// The same for a caller that has both texts, which are computed at each access.
    package func imageURL(summary: String?, content: String?) -> String? {
        namedImageURL ?? picture(in: content, summary)
    }
    package var attachments: [ParsedAttachment] = []
    package var commentsURL: String?
    package var language: String?
    /// The feed or publisher that first published this item.
    package var sourceTitle: String?
    package var sourceURL: String?

    /// HTML as in the document, and the base of its relative addresses.
    struct Markup: Sendable, Equatable {
        var html: String
        var base: String?

        var absolute: String { base.map { HTMLAddresses.absolute(html, base: $0) } ?? html }
    }

    var summary: Markup?
    var content: Markup?
    var namedImageURL: String?
    /// The base of addresses in the text that have no `xml:base`.
    var base: String?

    package init() {}

    private func picture(in content: String?, _ summary: String?) -> String? {
        let picture =
            attachments.first { $0.mimeType?.hasPrefix("image/") == true }?.url
            ?? FirstImage.url(inHTML: content) ?? FirstImage.url(inHTML: summary)
        guard let picture, let base, !URLReference.isAbsolute(picture) else { return picture }
        return URLReference.resolve(picture, against: base)
    }

    /// The item has neither text nor address, so there is nothing to send.
    package var isEmpty: Bool {
        title == nil && url == nil && summary == nil && content == nil && attachments.isEmpty
    }

    /// When it appeared, in Unix seconds: the date of publication, else that of the last update.
    package var date: Int64? { published ?? updated }
}

/// A file that belongs to an item: an enclosure, a media:content.
package struct ParsedAttachment: Sendable, Equatable {
    package var url: String
    package var mimeType: String?
    package var sizeInBytes: Int?
    package var durationSeconds: Int?
    package var title: String?

    package init(
        url: String,
        mimeType: String? = nil,
        sizeInBytes: Int? = nil,
        durationSeconds: Int? = nil,
        title: String? = nil
    ) {
        self.url = url
        self.mimeType = mimeType
        self.sizeInBytes = sizeInBytes
        self.durationSeconds = durationSeconds
        self.title = title
    }
}
