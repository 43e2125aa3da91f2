import Foundation
import Synchronization

/// A web server on a free port of 127.0.0.1 that answers as the test says.
///
///     let server = try LocalWebServer()
///     server.respond(to: "/feed.xml") { request in .ok(feed, headers: [("ETag", "\"1\"")]) }
///     … server.url("/feed.xml") … server.requests
///
/// Each connection has a thread of its own and is kept open between requests.
/// It stops when released.
package final class LocalWebServer: Sendable {
    package typealias Responder = @Sendable (Request) -> Response

    package let port: UInt16
    private let connections: Connections

    /// Listens on another address of 127.0.0.0/8 or another port if that is asked for.
    ///
    /// With `speaksSOCKS` each connection begins with a SOCKS 5 handshake, after which the server answers for the
    /// target itself.
    package init(address: String = "127.0.0.1", port: UInt16 = 0, speaksSOCKS: Bool = false) throws {
        let (listener, port) = try listenOnFreePort(address: address, port: port)
        let connections = Connections(listener: listener, speaksSOCKS: speaksSOCKS)
        self.port = port
        self.connections = connections
        Thread.detachNewThread { connections.acceptAll() }
    }

    deinit {
        stop()
    }

    /// Answers requests for a path, whatever their query; unknown paths are those of `"*"`, else 404.
    package func respond(to path: String, with responder: @escaping Responder) {
        connections.state.withLock { $0.responders[path] = responder }
    }

    package func url(_ path: String, host: String = "127.0.0.1") -> String {
        "http://\(host):\(port)\(path)"
    }

    /// The requests so far, in the order they were read.
    package var requests: [Request] { connections.state.withLock { $0.requests } }

    /// What SOCKS clients asked for, as `name:port`.
    package var tunnels: [String] { connections.state.withLock { $0.tunnels } }

    package func requests(to path: String) -> [Request] { requests.filter { $0.path == path } }

    /// The connections that are open now.
    package var openConnections: Int { connections.state.withLock { $0.open.count } }

    /// The connections ever accepted.
    package var acceptedConnections: Int { connections.state.withLock { $0.accepted } }

    /// Closes the port and all connections.
    package func stop() {
        connections.stop()
    }
}

extension LocalWebServer {
    package struct Request: Sendable {
        package let method: String
        /// Path and query as sent.
        package let target: String
        package let headers: [(name: String, value: String)]
        package let body: [UInt8]
        /// Which connection it came over, counted from 1.
        package let connection: Int

        package var path: String { String(target.prefix { $0 != "?" }) }

        package func header(_ name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }
    }

    package struct Response: Sendable {
        package var status: Int
        package var headers: [(String, String)]
        package var body: Body

        package enum Body: Sendable {
            case bytes([UInt8])
            /// Announces more than it sends, then closes.
            case truncated([UInt8], announced: Int)
            /// One byte at a time, with a pause in milliseconds after each.
            case drip([UInt8], pause: Int32)
            /// The beginning once, then the pattern until the client leaves.
            case endless(beginning: [UInt8], pattern: [UInt8])
            /// Sends the head and then nothing until the client leaves.
            case stalled
            /// Sends nothing at all, not even a status, until the client leaves.
            case silence
            /// These bytes instead of a response, then closes.
            case raw([UInt8])
            /// Bytes instead of a response: the beginning once, then the pattern until the client leaves, with a pause
            /// in milliseconds after each.
            case rawEndless(beginning: [UInt8], pattern: [UInt8], pause: Int32)
        }

        package init(status: Int, headers: [(String, String)] = [], body: Body = .bytes([])) {
            self.status = status
            self.headers = headers
            self.body = body
        }

        package static func ok(_ body: String, headers: [(String, String)] = []) -> Response {
            Response(status: 200, headers: headers, body: .bytes(Array(body.utf8)))
        }

        package static func ok(_ body: [UInt8], headers: [(String, String)] = []) -> Response {
            Response(status: 200, headers: headers, body: .bytes(body))
        }

        package static func ok(_ body: Body, headers: [(String, String)] = []) -> Response {
            Response(status: 200, headers: headers, body: body)
        }

        package static func status(_ status: Int, headers: [(String, String)] = []) -> Response {
            Response(status: status, headers: headers)
        }

        package static func redirect(to location: String, status: Int = 302) -> Response {
            Response(status: status, headers: [("Location", location)])
        }
    }
}
