import TestSupport
import Testing

@testable import CurlClient

@Suite(.timed, .timeLimit(.minutes(10))) struct HTTPLimitsTests {
    let server: LocalWebServer
    let client: HTTPClient

    init() throws {
        server = try LocalWebServer()
        client = try loopbackClient()
    }

    private func request(_ path: String, _ limits: HTTPLimits = HTTPLimits()) -> HTTPRequest {
        HTTPRequest(url: server.url(path), limits: limits)
    }

    @Test func `a body may be as large as the limit and not a byte more`() async throws {
        server.respond(to: "/fits") { _ in .ok([UInt8](repeating: 1, count: 100_000)) }
        server.respond(to: "/over") { _ in .ok([UInt8](repeating: 1, count: 100_001)) }
        let limits = HTTPLimits(bodyBytes: 100_000)
        #expect(try await client.fetch(request("/fits", limits)).body.count == 100_000)
        #expect(await failure(client, request("/over", limits)) == .tooLarge(limit: 100_000))
    }

    @Test func `the first part of a body that is too large is an answer to who asks for it`() async throws {
        let bytes = (0..<100_001).map { UInt8(truncatingIfNeeded: $0 / 7) }
        server.respond(to: "/over") { _ in .ok(bytes) }
        let bomb = GzipBomb()
        server.respond(to: "/bomb") { _ in
            .ok(.endless(beginning: bomb.beginning, pattern: bomb.pattern), headers: [("Content-Encoding", "gzip")])
        }
        let cut = try await client.fetch(request("/over", HTTPLimits(bodyBytes: 100_000, keepsCutBody: true)))
        #expect(cut.status == 200)
        #expect(cut.body == Array(bytes.dropLast()))
        #expect(cut.isCutAtLimit && !cut.isTruncated)
        let whole = try await client.fetch(request("/over", HTTPLimits(bodyBytes: 100_001, keepsCutBody: true)))
        #expect(whole.body == bytes && !whole.isCutAtLimit)
        #expect(try await client.fetch(request("/bomb", HTTPLimits(keepsCutBody: true))).body.count == 8 << 20)
    }

    @Test func `an endless body ends at the limit`() async {
        server.respond(to: "/") { _ in .ok(.endless(beginning: [], pattern: Array("news ".utf8))) }
        #expect(await failure(client, request("/")) == .tooLarge(limit: 8 << 20))
    }

    @Test func `a gzip bomb ends at the limit`() async {
        let bomb = GzipBomb()
        server.respond(to: "/") { _ in
            .ok(.endless(beginning: bomb.beginning, pattern: bomb.pattern), headers: [("Content-Encoding", "gzip")])
        }
        #expect(await failure(client, request("/")) == .tooLarge(limit: 8 << 20))
    }

    @Test func `a zstd bomb ends at the limit`() async {
        // RFC 8878: a frame with a window of 128 KiB, then blocks of "131,072 times this byte" for ever.
        let beginning: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]
        let pattern: [UInt8] = [0x02, 0x00, 0x10, 0x61]
        server.respond(to: "/") { _ in
            .ok(.endless(beginning: beginning, pattern: pattern), headers: [("Content-Encoding", "zstd")])
        }
        #expect(await failure(client, request("/")) == .tooLarge(limit: 8 << 20))
    }

    @Test func `thirteen bytes of brotli end at the limit`() async {
        // RFC 7932: one meta-block of 16 MiB whose literal, command and distance codes have one symbol each, so that
        // no letter takes a bit.
        let bomb: [UInt8] = [248, 255, 255, 15, 0, 68, 88, 224, 23, 128, 239, 233, 255]
        server.respond(to: "/") { _ in .ok(bomb, headers: [("Content-Encoding", "br")]) }
        #expect(await failure(client, request("/")) == .tooLarge(limit: 8 << 20))
    }

    @Test(arguments: ["gzip, gzip", "gzip, br, zstd, gzip, br, zstd"])
    func `damaged or many layers of compression are refused`(_ encoding: String) async {
        server.respond(to: "/") { _ in .ok([248, 255, 255, 15, 0, 68], headers: [("Content-Encoding", encoding)]) }
        switch await failure(client, request("/")) {
        case .malformedResponse, .tooLarge, .connectionLost: break
        case let error: Issue.record("\(String(describing: error))")
        }
    }

    @Test func `what says it is compressed and is not is malformed`() async {
        server.respond(to: "/") { _ in .ok("<rss/>", headers: [("Content-Encoding", "gzip")]) }
        guard case .malformedResponse = await failure(client, request("/")) else {
            Issue.record("not malformed")
            return
        }
    }

    @Test func `headers without end end at the limit`() async {
        server.respond(to: "/") { _ in
            .ok(
                .rawEndless(
                    beginning: Array("HTTP/1.1 200 OK\r\n".utf8),
                    pattern: Array("X-Endless: header\r\n".utf8),
                    pause: 0
                )
            )
        }
        #expect(await failure(client, request("/")) == .headersTooLarge(limit: 128 << 10))
    }

    @Test(arguments: ["HTTP/1.1 200 OK\r\nX-Endless: ", "HTTP/1.1 200 OK\r\n", ""])
    func `one line without end ends at a limit`(_ beginning: String) async {
        server.respond(to: "/") { _ in
            .ok(
                .rawEndless(beginning: Array(beginning.utf8), pattern: [UInt8](repeating: 0x78, count: 1_000), pause: 0)
            )
        }
        switch await failure(client, request("/")) {
        case .headersTooLarge, .malformedResponse, .tooLarge, .libraryFailure: break
        case let error: Issue.record("\(String(describing: error))")
        }
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\n", "X-Slow: header\r\n"), ("HTTP/1.1 200 OK\r\nX-Slow: ", "x"),
        ("", "HTTP/1.1 100 Continue\r\n\r\n"), ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X-Trailer: x\r\n"),
    ])
    func `what drips for ever ends at the deadline`(_ beginning: String, _ pattern: String) async {
        server.respond(to: "/") { _ in
            .ok(.rawEndless(beginning: Array(beginning.utf8), pattern: Array(pattern.utf8), pause: 20))
        }
        // Nothing else ends it, but the time limit of these tests.
        #expect(await failure(client, request("/", HTTPLimits(totalSeconds: 0.5))) == .timedOut)
    }

    @Test func `the usual limits are those that are promised`() {
        let limits = HTTPLimits()
        #expect(limits.bodyBytes == 8 << 20)
        #expect(limits.redirects == 5)
        #expect(limits.totalSeconds == 20)
        #expect(limits.headerBytes == 128 << 10)
    }

    @Test func `headers end at the limit`() async {
        let line = Array("X-Long: \(String(repeating: "x", count: 1000))\r\n".utf8)
        server.respond(to: "/") { _ in
            .ok(.raw(Array("HTTP/1.1 200 OK\r\n".utf8) + [[UInt8]](repeating: line, count: 200).joined()))
        }
        #expect(await failure(client, request("/")) == .headersTooLarge(limit: 128 << 10))
    }

    @Test(arguments: [
        LocalWebServer.Response.Body.silence, .stalled, .drip([UInt8](repeating: 1, count: 600), pause: 100),
    ])
    func `a slow server ends at the deadline`(_ body: LocalWebServer.Response.Body) async {
        server.respond(to: "/") { _ in .ok(body) }
        let start = ContinuousClock.now
        #expect(await failure(client, request("/", HTTPLimits(totalSeconds: 0.5))) == .timedOut)
        // Without a deadline the dripping answer is complete after a minute, and the others never end.
        #expect(ContinuousClock.now - start > .milliseconds(450))
    }

    @Test func `all hops share one deadline`() async {
        server.respond(to: "/") { _ in
            var response = LocalWebServer.Response.redirect(to: "/")
            response.body = .drip([1, 2, 3], pause: 100)
            return response
        }
        #expect(await failure(client, request("/", HTTPLimits(redirects: 50, totalSeconds: 1))) == .timedOut)
        #expect(server.requests.count < 10)
    }

    @Test func `a cancelled task ends its transfer`() async throws {
        server.respond(to: "/") { _ in .ok(.silence) }
        let error = try await withThrowingTaskGroup(of: HTTPClientError?.self) { group in
            group.addTask { [client] in await failure(client, request("/")) }
            try await waitUntil { server.requests.count == 1 }
            group.cancelAll()
            return try await group.next() ?? nil
        }
        #expect(error == .cancelled)
        try await waitUntil { server.openConnections == 0 }
    }

    @Test func `a cancelled task leaves the queue`() async throws {
        let client = try loopbackClient { $0.maximumTotalConnections = 1 }
        server.respond(to: "/") { _ in .ok(.silence) }
        try await withThrowingTaskGroup(of: HTTPClientError?.self) { group in
            for _ in 1...100 {
                group.addTask { await failure(client, request("/")) }
            }
            try await waitUntil { server.requests.count == 1 }
            group.cancelAll()
            for try await error in group {
                #expect(error == .cancelled)
            }
        }
        server.respond(to: "/") { _ in .ok("free again") }
        #expect(try await client.fetch(request("/")).status == 200)
    }

    @Test func `a task that was cancelled before asks nobody`() async throws {
        let error = try await withThrowingTaskGroup(of: HTTPClientError?.self) { group in
            group.cancelAll()
            group.addTask { [client] in await failure(client, request("/")) }
            return try await group.next() ?? nil
        }
        #expect(error == .cancelled)
    }

    @Test func `shutting down ends what runs, what waits and what comes`() async throws {
        let client = try loopbackClient { $0.maximumTotalConnections = 1 }
        server.respond(to: "/") { _ in .ok(.silence) }
        try await withThrowingTaskGroup(of: HTTPClientError?.self) { group in
            for _ in 1...10 {
                group.addTask { await failure(client, request("/")) }
            }
            try await waitUntil { server.requests.count == 1 }
            client.shutdown()
            for try await error in group {
                #expect(error == .shutDown)
            }
        }
        #expect(await failure(client, request("/")) == .shutDown)
    }

    @Test func `a client that holds enough refuses more`() async throws {
        let client = try loopbackClient { $0.maximumOutstanding = 2 }
        server.respond(to: "/") { _ in .ok(.silence) }
        try await withThrowingTaskGroup(of: HTTPClientError?.self) { group in
            for _ in 1...2 {
                group.addTask { await failure(client, request("/")) }
            }
            try await waitUntil { server.requests.count == 2 }
            #expect(await failure(client, request("/")) == .overloaded)
            group.cancelAll()
        }
        server.respond(to: "/") { _ in .ok("x") }
        try await waitUntil { (try? await client.fetch(request("/")))?.status == 200 }
    }

    @Test func `a body that breaks off is kept as far as it came`() async throws {
        server.respond(to: "/") { _ in .ok(.truncated(Array("<rss><item>".utf8), announced: 1000)) }
        let response = try await client.fetch(request("/"))
        #expect(response.isTruncated)
        #expect(response.body == Array("<rss><item>".utf8))
    }

    @Test func `a server that says nothing is a lost connection`() async {
        server.respond(to: "/") { _ in .ok(.raw([])) }
        guard case .connectionLost = await failure(client, request("/")) else {
            Issue.record("not lost")
            return
        }
    }

    @Test(arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "<rss/>"])
    func `what is not HTTP is malformed`(_ text: String) async {
        server.respond(to: "/") { _ in .ok(.raw(Array(text.utf8))) }
        let error = await failure(client, request("/"))
        guard case .malformedResponse = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a closed port is a refused connection`() async {
        let closed = ClosedPort()
        #expect(await failure(client, HTTPRequest(url: "http://127.0.0.1:\(closed.port)/")) == .connectionRefused)
        withExtendedLifetime(closed) {}
        #expect(HTTPClientError.connectionRefused.isTemporary)
    }

    @Test func `a name nobody has is not resolved`() async {
        let error = await failure(client, HTTPRequest(url: "http://nobody.invalid/"))
        #expect(error == .couldNotResolve(host: "nobody.invalid"))
    }
}

/// A gzip stream without end: a zero, then "repeat the last byte 258 times" for ever (RFC 1951 section 3.2.6).
private struct GzipBomb {
    var beginning: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]
    var pattern: [UInt8] = []

    init() {
        let blockHead = "010", zero = "00110000"
        let length258 = "11000101", distance1 = "00000"
        beginning += Self.bytes(blockHead + zero + length258 + distance1)
        pattern = Self.bytes(String(repeating: length258 + distance1, count: 8))
    }

    /// Deflate fills each byte from its lowest bit.
    private static func bytes(_ bits: String) -> [UInt8] {
        let bits = Array(bits.utf8)
        return stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { $0 | (bits[start + $1] - 48) << UInt8($1) }
        }
    }
}
