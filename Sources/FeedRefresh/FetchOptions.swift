package import CurlClient
package import FeedParsing
package import NewsModel

/// What the operator decides about fetching.
package struct FetchOptions: Hashable, Sendable {
    /// Seconds between two checks of a feed whose rhythm is not known yet.
    package var interval: Double
    /// Seconds; no feed is asked more often.
    package var floor: Double
    /// Seconds between the beginnings of two requests to one host.
    package var hostSpacing: Double
    /// Seconds between two requests to one address, whatever names lead there, after the first few; 0 is no limit.
    package var addressSpacing: Double
    /// Feeds in work at once.
    package var maximumParallel: Int
    /// Exceptions to the address guard, on every port.
    package var allowAddresses: [AddressRange]
    /// Such as `http://127.0.0.1:3128`; empty for none.
    package var proxy: String
    /// A PEM file of trusted authorities instead of the system's.
    package var caFile: String?
    /// Names the bot and where to read about it, as publishers ask.
    package var userAgent: String
    /// Bytes that are read of a feed's document; what follows is cut off.
    package var documentBytes = FeedParser.sizeLimit
    /// Threads that read documents, and seconds that each document may take one of them.
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

    /// What a client of strangers' URLs needs of them.
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
    /// Gives up by the real clock, as the work does not know of another one.
    package convenience init(_ options: FetchOptions, time: any TimeSource) {
        self.init(threads: options.parseThreads, seconds: options.parseSeconds) {
            time.uptime
        } patience: { seconds in
            try? await Task.sleep(for: .seconds(seconds))
        }
    }
}

extension FeedFailure {
    /// Nil when nobody waits for the document any more, or too many wait: nothing is to be remembered.
    init?(_ error: ParsingGivenUp) {
        guard error == .tooLong else { return nil }
        self = .tooMuchWork
    }
}
