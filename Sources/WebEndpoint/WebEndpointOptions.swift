/// The address and the limits of an endpoint.
package struct WebEndpointOptions: Sendable {
    package var host: String
    /// 0 means any free port.
    package var port: Int
    package var headerBytes = 8 << 10
    package var pathBytes = 2 << 10
    package var bodyBytes = 4 << 10
    /// All bytes that a connection may send before it is closed.
    package var connectionBytes = 64 << 10
    package var connections = 64
    /// Seconds from connecting until the request must be complete.
    package var requestDeadline = 10.0
    /// Seconds from the complete request until the connection is closed.
    package var answerDeadline = 30.0

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
