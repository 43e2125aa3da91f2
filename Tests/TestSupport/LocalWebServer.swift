import Foundation
import Glibc
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
    private let listener: Int32
    private let state = Mutex(State())

    private struct State {
        var responders: [String: Responder] = [:]
        var requests: [Request] = []
        var connections: Set<Int32> = []
        var accepted = 0
        var isStopped = false
    }

    package init() throws {
        (listener, port) = try listenOnFreePort()
        let listener = listener
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else {
                    if errno == EINTR || errno == ECONNABORTED { continue }
                    break
                }
                // Programs that a test starts must not hold the connection open.
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                guard let number = self?.opened(connection) else {
                    close(connection)
                    break
                }
                Thread.detachNewThread { [weak self] in
                    serve(connection, number: number) { self?.response(to: $0) }
                    self?.closed(connection)
                    close(connection)
                }
            }
            close(listener)
        }
    }

    deinit {
        stop()
    }

    /// Answers requests for a path, whatever their query; unknown paths are 404.
    package func respond(to path: String, with responder: @escaping Responder) {
        state.withLock { $0.responders[path] = responder }
    }

    package func url(_ path: String, host: String = "127.0.0.1") -> String {
        "http://\(host):\(port)\(path)"
    }

    /// The requests so far, in the order they were read.
    package var requests: [Request] { state.withLock { $0.requests } }

    package func requests(to path: String) -> [Request] { requests.filter { $0.path == path } }

    /// The connections that are open now.
    package var openConnections: Int { state.withLock { $0.connections.count } }

    /// The connections ever accepted.
    package var acceptedConnections: Int { state.withLock { $0.accepted } }

    /// Closes the port and all connections.
    package func stop() {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            shutdown(listener, Int32(SHUT_RDWR))
            for connection in state.connections {
                shutdown(connection, Int32(SHUT_RDWR))
            }
        }
    }

    private func opened(_ connection: Int32) -> Int? {
        state.withLock { state in
            guard !state.isStopped else { return nil }
            state.connections.insert(connection)
            state.accepted += 1
            return state.accepted
        }
    }

    private func closed(_ connection: Int32) {
        state.withLock { _ = $0.connections.remove(connection) }
    }

    private func response(to request: Request) -> Response {
        let responder = state.withLock { state in
            state.requests.append(request)
            return state.responders[request.path]
        }
        return responder?(request) ?? .status(404)
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

/// Waits until something is true; false when the seconds run out first.
package func eventually(within seconds: Double = 10, _ condition: () async -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return await condition()
}

/// A listening socket on 127.0.0.1 and its port.
private func listenOnFreePort() throws -> (socket: Int32, port: UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let failed = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(listener, $0, length) != 0 || listen(listener, 1024) != 0 || getsockname(listener, $0, &length) != 0
        }
    }
    guard listener >= 0, !failed else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return (listener, UInt16(bigEndian: address.sin_port))
}
