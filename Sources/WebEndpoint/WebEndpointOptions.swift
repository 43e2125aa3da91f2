/// Where an endpoint listens, and how much it bears.
package struct WebEndpointOptions: Sendable {
    package var host: String
    /// 0 is any free one.
    package var port: Int
    package var headerBytes = 8 << 10
    package var pathBytes = 2 << 10
    package var bodyBytes = 4 << 10
    /// All that a connection may send before it is cut off.
    package var connectionBytes = 64 << 10
    package var connections = 64
    /// Seconds until a request must be complete.
    package var requestDeadline = 10.0
    /// Seconds from then on until the connection is cut off.
    package var answerDeadline = 30.0

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
