// FeedParsing turns bytes that a stranger served into values: a feed into `ParsedFeed`, a web page into
// feed links, plain text or a readable article, OPML into an outline and back.
// It has no network, no clock and no database, and never decides what is new.
// Every input is hostile: sizes, depth and work are bounded (`ParseLimits`) and nothing outside the given bytes is read.
// `ParsingThreads` reads on threads of its own, and gives up what takes longer than its caller allows.
// FeedRefresh, ChatCommands (OPML), ChatNetworks (HTML-only mail) and `crier inspect` use it.

internal import CLibXML2

/// The one-time set-up of libxml2, which must happen before a second thread uses it.
enum LibXML {
    static let isReady: Bool = {
        xmlInitParser()
        return true
    }()
}
