import Foundation
import FoundationNetworking
import Glibc
import Synchronization
import TestSupport
import Testing
import WebEndpoint

@Suite(.timed) struct WebEndpointTests {
    @Test func `a request is answered, with headers that keep the page to itself`() async throws {
        try await withEndpoint { endpoint in
            let (response, body) = try await endpoint.request("GET", "/a%20b/token?query=1")
            #expect(response.statusCode == 200 && body.hasPrefix("get /a%20b/token  "))
            for (name, value) in [
                ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
                ("X-Content-Type-Options", "nosniff"),
                ("X-Frame-Options", "DENY"), ("Content-Type", "text/plain"),
            ] {
                #expect(response.value(forHTTPHeaderField: name) == value)
            }
            let policy = response.value(forHTTPHeaderField: "Content-Security-Policy") ?? ""
            #expect(policy.hasPrefix("default-src 'none';") && policy.contains("form-action 'self'"))
        }
    }

    @Test func `a posted body arrives, also in chunks`() async throws {
        try await withEndpoint { endpoint in
            let (response, body) = try await endpoint.request("POST", "/t", body: "List-Unsubscribe=One-Click")
            #expect(response.statusCode == 200 && body.hasPrefix("post /t List-Unsubscribe=One-Click"))
            let chunked = await endpoint.raw(
                "POST /t HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
            )
            #expect(chunked.hasSuffix("post /t abcde "), "\(chunked)")
        }
    }

    @Test func `HEAD is GET without its content`() async throws {
        try await withEndpoint { endpoint in
            let answer = await endpoint.raw("HEAD /t HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\r\n\r\n"))
            #expect(answer.lowercased().contains("content-length: 8"), "\(answer)")
        }
    }

    @Test(arguments: [
        ("PUT /t HTTP/1.1\r\nHost: h\r\n\r\n", 405),
        ("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", 405),
        ("CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n", 405),
        ("GET http://h/t HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /\(String(repeating: "a", count: 3_000)) HTTP/1.1\r\nHost: h\r\n\r\n", 414),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "a", count: 9_000))\r\n\r\n", 431),
        ("GET / HTTP/1.1\r\n\(String(repeating: "X: \(String(repeating: "a", count: 500))\r\n", count: 20))\r\n", 431),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5000\r\n\r\n\(String(repeating: "a", count: 5_000))", 413),
        ("<script>alert(1)</script>\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", 400),
    ])
    func `what is no small request is refused in standard words`(bytes: String, status: Int) async throws {
        try await withEndpoint { endpoint in
            let answer = await endpoint.raw(bytes)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            #expect(!answer.contains("script") && !answer.contains("aaaa"))
            #expect((status == 405) == answer.contains("Allow: GET, HEAD, POST"))
        }
    }

    @Test func `a second request on one connection is not served`() async throws {
        try await withEndpoint { endpoint in
            let one = "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx"
            let answer = await endpoint.raw(one + one.replacing("/a", with: "/b"))
            #expect(answer.components(separatedBy: "HTTP/1.1 200").count == 2)
            #expect(answer.contains("post /a x") && !answer.contains("post /b"))
        }
    }

    @Test func `who ends its half after the request still gets the answer`() async throws {
        try await withEndpoint { endpoint in
            let answer = await endpoint.raw("GET /t HTTP/1.0\r\n\r\n", thenClose: true)
            #expect(answer.contains("get /t"), "\(answer)")
        }
    }

    @Test func `a request that is not complete in time is cut off`() async throws {
        try await withEndpoint({ $0.requestDeadline = 0.2 }) { endpoint in
            #expect(await endpoint.raw("GET /t HTTP/1.1\r\nHost: h\r\n") == "")
            #expect(await endpoint.raw("") == "")
        }
    }

    @Test func `an answer that never comes is cut off`() async throws {
        let never: @Sendable (WebRequest) async -> WebAnswer = { _ in
            await waitForCancellation()
            return .refusal(500)
        }
        try await withEndpoint({ $0.answerDeadline = 0.2 }, answer: never) { endpoint in
            #expect(await endpoint.raw("GET /t HTTP/1.1\r\nHost: h\r\n\r\n") == "")
        }
    }

    @Test func `a flood of bytes ends its own connection only`() async throws {
        try await withEndpoint { endpoint in
            let head = "POST /t HTTP/1.1\r\nHost: h\r\nContent-Length: 9000000\r\n\r\n"
            let answer = await endpoint.raw(head + String(repeating: "a", count: 2_000_000))
            #expect(answer == "" || answer.hasPrefix("HTTP/1.1 413"))
            #expect(await endpoint.raw("GET /t HTTP/1.1\r\nHost: h\r\n\r\n").contains("get /t"))
        }
    }

    @Test func `more connections than there are places are turned away, and places come free again`() async throws {
        let change: (inout WebEndpointOptions) -> Void = {
            $0.connections = 2
            $0.requestDeadline = 600
        }
        try await withEndpoint(change) { endpoint in
            // Connections begin on several threads, so the asking one may get a place before those to be held.
            var held: [Int32] = []
            try await waitUntil("both places are taken") {
                if let socket = endpoint.connection() { held.append(socket) }
                return await endpoint.raw("GET /t HTTP/1.1\r\nHost: h\r\n\r\n") == ""
            }
            for socket in held { close(socket) }
            try await waitUntil("a place is free") {
                await endpoint.raw("GET /t HTTP/1.1\r\nHost: h\r\n\r\n").contains("get /t")
            }
        }
    }

    @Test func `a port that is taken is an error, and the end of the task frees it`() async throws {
        let found = Mutex(0)
        try await withEndpoint { endpoint in
            found.withLock { $0 = endpoint.port }
            let second = WebEndpoint(
                options: .init(host: "127.0.0.1", port: endpoint.port),
                answer: RunningEndpoint.echo
            )
            await #expect(throws: WebEndpointError.self) { try await second.run() }
        }
        let port = found.withLock { $0 }
        try await withEndpoint({ $0.port = port }) { endpoint in
            #expect(await endpoint.raw("GET /t HTTP/1.1\r\nHost: h\r\n\r\n").contains("get /t"))
        }
    }
}
