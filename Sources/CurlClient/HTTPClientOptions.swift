/// Options for all transfers of one client.
package struct HTTPClientOptions: Hashable, Sendable {
    package var userAgent: String

    /// A proxy such as `http://127.0.0.1:3128` or `socks5://127.0.0.1:1080`; empty for none.
    ///
    /// All transfers use it. Environment variables such as `http_proxy` and `no_proxy` are ignored. With a text that is
    /// not a proxy URL every transfer fails with `proxyFailed`.
    ///
    /// The proxy resolves names, so the address guard cannot check them. The proxy itself must refuse the operator's
    /// network.
    package var proxy: String

    /// Whether a text is valid as `proxy`.
    package static func isProxy(_ text: String) -> Bool { ProxyRoute(text) != nil }

    /// A PEM file of trusted authorities, used instead of the system's.
    package var caFile: String?

    /// Exceptions to the address guard, on the ports they name.
    package var allowAddresses: [AddressRange]

    /// Concurrent transfers; others wait in order.
    package var maximumTotalConnections: Int

    /// Concurrent transfers of untrusted URLs to one host and port.
    package var perHostConnections: Int

    /// Transfers that may wait or run before `overloaded` is thrown.
    package var maximumOutstanding: Int

    /// Seconds between two untrusted requests to one address after a burst; 0 means no limit.
    package var addressSpacing = 0.0

    /// Addresses that replace the resolver's answers, as `name:port:address,address`.
    var knownAddresses: [String] = []

    package init(
        userAgent: String = "Crier",
        proxy: String = "",
        caFile: String? = nil,
        allowAddresses: [AddressRange] = [],
        maximumTotalConnections: Int = 64,
        perHostConnections: Int = 6,
        maximumOutstanding: Int = 20_000
    ) {
        self.userAgent = userAgent
        self.proxy = proxy
        self.caFile = caFile
        self.allowAddresses = allowAddresses
        self.maximumTotalConnections = maximumTotalConnections
        self.perHostConnections = perHostConnections
        self.maximumOutstanding = maximumOutstanding
    }
}
