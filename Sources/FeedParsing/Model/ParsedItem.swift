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
    package var summaryHTML: String?
    package var contentHTML: String?
    package var categories: [String] = []
    package var imageURL: String?
    package var attachments: [ParsedAttachment] = []
    package var commentsURL: String?
    package var language: String?
    /// The feed or publisher this item was taken from.
    package var sourceTitle: String?
    package var sourceURL: String?

    package init() {}

    /// The item has neither words nor address, so there is nothing to tell.
    package var isEmpty: Bool {
        title == nil && url == nil && summaryHTML == nil && contentHTML == nil && attachments.isEmpty
    }

    /// When it appeared, in Unix seconds: the published date, else the updated one.
    package var date: Int64? { published ?? updated }
}
