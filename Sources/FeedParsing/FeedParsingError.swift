/// Why bytes could not be read as what they were said to be.
package enum FeedParsingError: Error, Equatable, Sendable {
    /// Nothing but white space arrived.
    case empty
    /// A web page was served where a feed was expected.
    case webPage
    /// Well-formed enough to read, but neither feed nor page; the value is its root element or a short name.
    case notAFeed(String)
    /// The bytes are larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// JSON that cannot be read.
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
