import Foundation
import FoundationNetworking
import Glibc
import Synchronization
import TestSupport
import WebEndpoint

/// An endpoint on a free port for as long as the closure runs.
func withEndpoint(
    _ change: (inout WebEndpointOptions) -> Void = { _ in },
    answer: @escaping @Sendable (WebRequest) async -> WebAnswer = RunningEndpoint.echo,
    _ body: @Sendable (RunningEndpoint) async throws -> Void
) async throws {
    var options = WebEndpointOptions(host: "127.0.0.1", port: 0)
    // However busy the machine is with other tests.
    (options.requestDeadline, options.answerDeadline) = (600, 600)
    change(&options)
    let endpoint = WebEndpoint(options: options, answer: answer)
    let found = FoundPort()
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            do {
                try await endpoint.run { found.port = $0 }
            } catch is CancellationError {}
        }
        try await waitUntil("the endpoint listens") { found.port != nil }
        try await body(RunningEndpoint(port: found.port ?? 0))
        group.cancelAll()
    }
}

private final class FoundPort: Sendable {
    private let found = Mutex<Int?>(nil)

    var port: Int? {
        get { found.withLock { $0 } }
        set { found.withLock { $0 = newValue } }
    }
}

struct RunningEndpoint: Sendable {
    let port: Int

    /// Says what was asked, so that tests see what arrives.
    static let echo: @Sendable (WebRequest) async -> WebAnswer = { request in
        WebAnswer(
            status: 200,
            contentType: "text/plain",
            body: "\(request.method) \(request.path) \(String(decoding: request.body, as: UTF8.self))"
                + " \(request.acceptLanguage)"
        )
    }

    /// What comes back for bytes, until the other side closes; or that it never did.
    ///
    /// On a thread of its own: those of the tests may all be needed for the answer.
    func raw(_ bytes: String, thenClose: Bool = false) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: exchange(bytes, thenClose: thenClose)) }
        }
    }

    private func exchange(_ bytes: String, thenClose: Bool) -> String {
        guard let socket = connection() else { return "no connection" }
        defer { close(socket) }
        _ = bytes.withCString { send(socket, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
        if thenClose { shutdown(socket, Int32(SHUT_WR)) }
        return Self.rest(of: socket)
    }

    /// An open connection, for tests that hold it.
    func connection() -> Int32? {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(bigEndian: 0x7f00_0001)
        var limit = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return result == 0 ? socket : nil
    }

    private static func rest(of socket: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0, errno == EAGAIN { return "not closed after five minutes" }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// The system's HTTP client.
    func request(
        _ method: String,
        _ path: String,
        body: String? = nil
    ) async throws -> (response: HTTPURLResponse, body: String) {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return (response, String(decoding: data, as: UTF8.self))
    }
}
