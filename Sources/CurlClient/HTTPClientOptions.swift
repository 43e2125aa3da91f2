/// What the operator decides about all transfers of one client.
package struct HTTPClientOptions: Hashable, Sendable {
    package var userAgent: String

    /// A proxy such as `http://127.0.0.1:3128` or `socks5://127.0.0.1:1080`; empty for none.
    ///
    /// All transfers go through it; environment variables such as `http_proxy` and `no_proxy` never count, and a text
    /// that is no proxy's URL makes every transfer fail with `proxyFailed`. Behind a proxy names are resolved there, out of the guard's sight: the
    /// proxy must refuse the operator's own network itself.
    package var proxy: String

    /// Whether a text can be a `proxy`.
    package static func isProxy(_ text: String) -> Bool { ProxyRoute(text) != nil }

    /// A PEM file of trusted authorities instead of the system's.
    package var caFile: String?

    /// Exceptions to the address guard, on every port.
    package var allowAddresses: [AddressRange]

    /// Transfers in flight at once; the rest wait in order.
    package var maximumTotalConnections: Int

    /// Transfers of strangers' URLs in flight at once to one host and port.
    package var perHostConnections: Int

    /// Transfers waiting or in flight before `overloaded` is thrown.
    package var maximumOutstanding: Int

    /// Seconds between two requests of strangers to one address, after the first few; 0 is no limit.
    package var addressSpacing = 0.0

    /// Addresses that stand for what the resolver would say, as `name:port:address,address`.
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
