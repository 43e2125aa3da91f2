package import FeedParsing
package import NewsModel
package import Storage

/// What was found behind a text that somebody typed.
package enum FeedSearch: Sendable {
    case feed(FoundFeed)
    /// A site with several feeds; the reader chooses.
    case choices([FeedLink])
    case failed(FeedFailure)
    /// Neither an address nor a host name.
    case notAnAddress
    /// No answer in time; the address, if it is one that can be followed without having been seen.
    case slow(url: String?)
}

/// A feed that answered, with everything needed to store it without asking again.
package struct FoundFeed: Sendable {
    package var url: String
    package var document: FetchedDocument
    package var status: Int
}
