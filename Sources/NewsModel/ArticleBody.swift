package import Foundation

/// The readable text of one article, or why there is none.
package struct ArticleBody: Hashable, Sendable {
    package enum Source: String, Hashable, Sendable {
        /// The feed contained the whole text.
        case feed
        /// The text was extracted from the article's page.
        case page
        /// Neither has the text; `failure` says why.
        case none
    }

    package var source: Source
    /// Plain paragraphs, one per line, with empty lines between them; at most `longestText` bytes.
    package var text: String?
    package var byline: String?
    package var language: String?
    package var imageURL: String?
    package var failure: ReadingFailure?
    package var fetchedAt: Date
    /// The page is not fetched again before this time; nil if it need not be fetched again.
    package var retryAt: Date?
    package var etag: String?
    package var lastModified: String?

    /// The longest stored text, in UTF-8 bytes.
    package static let longestText = 64 << 10

    package init(
        source: Source,
        text: String? = nil,
        byline: String? = nil,
        language: String? = nil,
        imageURL: String? = nil,
        failure: ReadingFailure? = nil,
        fetchedAt: Date,
        retryAt: Date? = nil,
        etag: String? = nil,
        lastModified: String? = nil
    ) {
        self.source = source
        self.text = text
        self.byline = byline
        self.language = language
        self.imageURL = imageURL
        self.failure = failure
        self.fetchedAt = fetchedAt
        self.retryAt = retryAt
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Shortens a text to `longestText` bytes.
    ///
    /// It cuts between two scalars and ends the cut text with `…`.
    package static func bounded(_ text: String) -> String {
        guard text.utf8.count > longestText else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: longestText - 3)
        while text.utf8[end] & 0xc0 == 0x80 { end = text.utf8.index(before: end) }
        return String(text[..<end]) + "…"
    }
}

/// Why no article could be extracted from a page.
package enum ReadingFailure: Hashable, Sendable {
    case notFetched(FeedFailure)
    /// A paywall, or a page whose text is loaded by scripts.
    case tooLittleText
    /// A picture, a PDF, a download.
    case notAPage
}

extension ReadingFailure: RawRepresentable {
    package init?(rawValue: String) {
        switch rawValue {
        case "tooLittleText": self = .tooLittleText
        case "notAPage": self = .notAPage
        default:
            guard let failure = FeedFailure(rawValue: rawValue) else { return nil }
            self = .notFetched(failure)
        }
    }

    package var rawValue: String {
        switch self {
        case .notFetched(let failure): failure.rawValue
        case .tooLittleText: "tooLittleText"
        case .notAPage: "notAPage"
        }
    }
}
