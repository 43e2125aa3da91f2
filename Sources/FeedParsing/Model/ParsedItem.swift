/// One entry of a feed as its document states it.
package struct ParsedItem: Sendable, Equatable {
    /// `guid` or `id` exactly as given; nil when the document gave none.
    package var id: String?
    /// The id claims to be the item's address.
    package var idIsPermalink = false
    /// Plain text on one line.
    package var title: String?
    /// The page of this item, absolute where a base was known.
    package var url: String?
    /// The page this item is about, on another site.
    package var externalURL: String?
    /// Names; an e-mail address only where nothing better was given.
    package var authors: [String] = []
    /// Unix seconds.
    package var published: Int64?
    /// Unix seconds.
    package var updated: Int64?
    /// With its relative addresses made absolute where `xml:base` says how; worked out each time it is asked for.
    package var summaryHTML: String? {
        get { summary?.absolute }
        set { summary = newValue.map { Markup(html: $0) } }
    }
    package var contentHTML: String? {
        get { content?.absolute }
        set { content = newValue.map { Markup(html: $0) } }
    }
    package var categories: [String] = []
    /// What the feed names as this item's picture, else the first one worth showing in its text.
    package var imageURL: String? {
        get { namedImageURL ?? pictureInText }
        set { namedImageURL = newValue }
    }
    package var attachments: [ParsedAttachment] = []
    package var commentsURL: String?
    package var language: String?
    /// The feed or publisher this item was taken from.
    package var sourceTitle: String?
    package var sourceURL: String?

    /// HTML as it stands in the document, and the base of its relative addresses.
    struct Markup: Sendable, Equatable {
        var html: String
        var base: String?

        var absolute: String { base.map { HTMLAddresses.absolute(html, base: $0) } ?? html }
    }

    var summary: Markup?
    var content: Markup?
    var namedImageURL: String?
    /// The base of addresses in the text that `xml:base` says nothing about.
    var base: String?

    package init() {}

    private var pictureInText: String? {
        let picture =
            attachments.first { $0.mimeType?.hasPrefix("image/") == true }?.url
            ?? FirstImage.url(inHTML: contentHTML) ?? FirstImage.url(inHTML: summaryHTML)
        guard let picture, let base, !URLReference.isAbsolute(picture) else { return picture }
        return URLReference.resolve(picture, against: base)
    }

    /// The item has neither words nor address, so there is nothing to tell.
    package var isEmpty: Bool {
        title == nil && url == nil && summary == nil && content == nil && attachments.isEmpty
    }

    /// When it appeared, in Unix seconds: the published date, else the updated one.
    package var date: Int64? { published ?? updated }
}
