package import CurlClient
package import FeedParsing
package import NewsModel

/// The operator's settings for fetching.
package struct FetchOptions: Hashable, Sendable {
    /// Seconds between two checks of a feed whose rhythm is not yet known.
    package var interval: Double
    /// Seconds; no feed is checked more often.
    package var floor: Double
    /// Seconds; the shortest interval that people may ask for: they share a feed's checks with everybody.
    package var askedFloor = 900.0
    /// Seconds between the beginnings of two requests to one host.
    package var hostSpacing: Double
    /// Seconds between two requests to one IP address, under any host name, after the first few; 0 is no limit.
    package var addressSpacing: Double
    /// Feeds that are checked in parallel.
    package var maximumParallel: Int
    /// Exceptions to the address guard; they hold for every port.
    package var allowAddresses: [AddressRange]
    /// Such as `http://127.0.0.1:3128`; empty for none.
    package var proxy: String
    /// A PEM file of trusted authorities instead of the system's.
    package var caFile: String?
    /// Names the bot and a page about it, as publishers ask.
    package var userAgent: String
    /// Bytes that are read of a feed's document; the rest is cut off.
    package var documentBytes = FeedParser.sizeLimit
    /// Threads that parse documents, and the seconds that one document may occupy a thread.
    package var parseThreads = 2
    package var parseSeconds = 10.0

    package init(
        interval: Double = 1_800,
        floor: Double = 300,
        hostSpacing: Double = 1,
        addressSpacing: Double = 0,
        maximumParallel: Int = 32,
        allowAddresses: [AddressRange] = [],
        proxy: String = "",
        caFile: String? = nil,
        userAgent: String = "Crier (feed reader for chat)"
    ) {
        self.interval = interval
        self.floor = floor
        self.hostSpacing = hostSpacing
        self.addressSpacing = addressSpacing
        self.maximumParallel = maximumParallel
        self.allowAddresses = allowAddresses
        self.proxy = proxy
        self.caFile = caFile
        self.userAgent = userAgent
    }

    /// The options of the HTTP client that requests untrusted URLs.
    package var clientOptions: HTTPClientOptions {
        var options = HTTPClientOptions(
            userAgent: userAgent,
            proxy: proxy,
            caFile: caFile,
            allowAddresses: allowAddresses,
            maximumTotalConnections: max(1, maximumParallel * 2),
            perHostConnections: max(1, hostSpacing > 0 ? 4 : maximumParallel)
        )
        options.addressSpacing = addressSpacing
        return options
    }
}

extension ParsingThreads {
    /// Time limits are measured with the real clock, because parsing takes real time.
    package convenience init(_ options: FetchOptions, time: any TimeSource) {
        self.init(threads: options.parseThreads, seconds: options.parseSeconds) {
            time.uptime
        } sleep: { seconds in
            try? await Task.sleep(for: .seconds(seconds))
        }
    }
}

extension FeedFailure {
    /// Nil when the work was cancelled or the queue was full; no failure is recorded then.
    init?(_ error: ParsingGivenUp) {
        guard error == .tooLong else { return nil }
        self = .tooMuchWork
    }
}
