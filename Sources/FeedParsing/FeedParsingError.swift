/// Why bytes could not be parsed as the expected document.
package enum FeedParsingError: Error, Equatable, Sendable {
    /// The document is empty or only white space.
    case empty
    /// A web page was served where a feed was expected.
    case webPage
    /// Neither a feed nor a web page. The value is the root element or a short name.
    case notAFeed(String)
    /// The document is larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// JSON that cannot be parsed.
    case malformedJSON
}

extension FeedParsingError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "the document is empty"
        case .webPage: "this is a web page, not a feed"
        case .notAFeed(let what): "this is not a feed (\(what))"
        case .tooLarge(let limit): "the document is larger than \(limit) bytes"
        case .malformedJSON: "the JSON cannot be read"
        }
    }
}
