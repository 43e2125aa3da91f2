// FeedParsing turns untrusted bytes into values. A feed becomes a `ParsedFeed`. A web page becomes feed links, plain
// text or a readable article. OPML becomes an outline, and an outline becomes OPML.
// It has no network, no clock and no database, and does not decide what is new.
// Every input may be hostile. Size, depth and work are limited (`ParseLimits`), and nothing else is loaded.
// `ParsingThreads` parses on its own threads and abandons documents that take too long.
// Used by FeedRefresh, ChatCommands (OPML), ChatNetworks (HTML-only mail) and crier (`inspect`).

internal import CLibXML2

/// The one-time initialisation of libxml2, which must happen before a second thread uses it.
enum LibXML {
    static let isReady: Bool = {
        xmlInitParser()
        return true
    }()
}
