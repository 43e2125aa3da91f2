package import FeedParsing
package import NewsModel
package import Storage

/// The result of a search for the feed that a typed text means.
package enum FeedSearch: Sendable {
    case feed(FoundFeed)
    /// A site with several feeds; the reader chooses.
    case choices([FeedLink])
    case failed(FeedFailure)
    /// Neither an address nor a host name.
    case notAnAddress
    /// No answer in time. `url` is the address, if it may be followed without having been checked.
    case slow(url: String?)
}

/// A feed that answered, with everything that is needed to store it without another request.
package struct FoundFeed: Sendable {
    package var url: String
    package var document: FetchedDocument
    package var status: Int
}
