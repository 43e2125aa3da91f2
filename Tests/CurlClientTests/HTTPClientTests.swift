import Foundation
import TestSupport
import Testing

@testable import CurlClient

@Suite(.timed, .timeLimit(.minutes(10))) struct HTTPClientTests {
    let server: LocalWebServer
    let client: HTTPClient

    init() throws {
        server = try LocalWebServer()
        client = try loopbackClient()
    }

    @Test func `a response carries status, headers, body and where it came from`() async throws {
        server.respond(to: "/feed.xml") { _ in .ok("<rss/>", headers: [("ETag", "\"1\""), ("X-Empty", "")]) }
        let response = try await client.fetch(HTTPRequest(url: server.url("/feed.xml?a=b")))
        #expect(response.status == 200)
        #expect(response.body == Array("<rss/>".utf8))
        #expect(response.etag == "\"1\"")
        #expect(response.headers["x-empty"] == "")
        #expect(response.finalURL == server.url("/feed.xml?a=b"))
        #expect(response.redirects.isEmpty)
        #expect(!response.isTruncated)
        #expect(response.protocolVersion == "HTTP/1.1")
        let request = try #require(server.requests.first)
        #expect(request.target == "/feed.xml?a=b")
        #expect(request.header("User-Agent") == "CrierTest/1")
        #expect(request.header("Accept-Encoding")?.contains("gzip") == true)
    }

    @Test func `a feed that has not changed is not sent again`() async throws {
        server.respond(to: "/feed.xml") { request in
            request.header("If-None-Match") == "W/\"7\"" ? .status(304, headers: [("ETag", "\"8\"")]) : .ok("all of it")
        }
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let response = try await client.fetch(
            HTTPRequest(url: server.url("/feed.xml"), etag: "W/\"7\"", lastModified: date)
        )
        #expect(response.status == 304)
        #expect(response.body.isEmpty)
        #expect(response.etag == "\"8\"")
        #expect(server.requests.first?.header("If-Modified-Since") == date)
    }

    @Test(arguments: [403, 404, 410, 429, 500, 503])
    func `every status is a response`(_ status: Int) async throws {
        server.respond(to: "/") { _ in .status(status, headers: [("Retry-After", "60")]) }
        let response = try await client.fetch(HTTPRequest(url: server.url("/")))
        #expect(response.status == status)
        #expect(response.headers["Retry-After"] == "60")
    }

    @Test func `bodies are put and posted as they are`() async throws {
        server.respond(to: "/_matrix") { _ in .ok("{}") }
        let body: [UInt8] = Array("{\"a\":1}".utf8) + [0, 255]
        for method in [HTTPRequest.Method.put, .post] {
            let request = HTTPRequest(
                url: server.url("/_matrix"),
                method: method,
                headers: [("Content-Type", "application/json"), ("Authorization", "Bearer x")],
                body: body,
                trust: .trusted
            )
            #expect(try await client.fetch(request).status == 200)
        }
        _ = try await client.fetch(HTTPRequest(url: server.url("/_matrix"), method: .post, trust: .trusted))
        #expect(server.requests.map(\.method) == ["PUT", "POST", "POST"])
        #expect(server.requests.map(\.body) == [body, body, []])
        #expect(server.requests.first?.header("Authorization") == "Bearer x")
        #expect(server.requests.allSatisfy { $0.header("Expect") == nil })
        #expect(server.requests.last?.header("Content-Type") == nil)
    }

    @Test(arguments: [
        ("X-A", "b\r\nX-Evil: 1"), ("X-A", "b\nc"), ("X-A\r\nX-Evil", "1"), ("", "1"), ("X A", "1"), ("X-A", "\0"),
    ])
    func `no header smuggles in another`(_ name: String, _ value: String) async throws {
        let error = await failure(client, HTTPRequest(url: server.url("/"), headers: [(name, value)]))
        guard case .invalidRequest = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `connections are kept and reused`() async throws {
        server.respond(to: "/") { _ in .ok("x") }
        for _ in 1...5 {
            _ = try await client.fetch(HTTPRequest(url: server.url("/")))
        }
        #expect(server.acceptedConnections == 1)
    }

    @Test func `five hundred transfers run at once`() async throws {
        let client = try loopbackClient {
            $0.maximumTotalConnections = 500
            $0.perHostConnections = 500
        }
        let (gate, limits) = (Gate(count: 500), HTTPLimits(totalSeconds: 600))
        server.respond(to: "/") { request in
            gate.arriveAndWait() ? .ok(request.target) : .status(503)
        }
        let bodies = try await withThrowingTaskGroup { group in
            for number in 0..<500 {
                group.addTask { [server] in
                    try await client.fetch(HTTPRequest(url: server.url("/?\(number)"), limits: limits)).body
                }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        // The server answers nobody before all have asked.
        #expect(bodies.count == 500)
    }

    @Test func `one host gets no more transfers at once than its share`() async throws {
        let client = try loopbackClient { $0.perHostConnections = 3 }
        server.respond(to: "/") { _ in .ok("x") }
        try await withThrowingTaskGroup { group in
            for _ in 0..<60 {
                group.addTask { [server] in _ = try await client.fetch(HTTPRequest(url: server.url("/"))) }
            }
            try await group.waitForAll()
        }
        #expect(server.requests.count == 60)
        #expect(server.acceptedConnections <= 3)
    }

    @Test func `new options count from the next request on`() async throws {
        server.respond(to: "/") { _ in .ok("x") }
        _ = try await client.fetch(HTTPRequest(url: server.url("/")))
        client.apply(HTTPClientOptions(userAgent: "Second/2", allowAddresses: []))
        let error = await failure(client, HTTPRequest(url: server.url("/")))
        #expect(error == .refusedAddress("127.0.0.1", reason: "a loopback address"))
        _ = try await client.fetch(HTTPRequest(url: server.url("/"), trust: .trusted))
        #expect(server.requests.last?.header("User-Agent") == "Second/2")
    }
}

/// Lets threads through once as many have come as were expected.
private final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var missing: Int

    init(count: Int) {
        missing = count
    }

    /// Whether all have come; waits for the next one, five minutes at most.
    func arriveAndWait() -> Bool {
        condition.withLock {
            missing -= 1
            condition.broadcast()
            while missing > 0, condition.wait(until: Date(timeIntervalSinceNow: 300)) {}
            return missing <= 0
        }
    }
}
