import Synchronization
import TestSupport
import Testing

@testable import CurlClient

@Suite(.timed, .timeLimit(.minutes(10))) struct RedirectTests {
    let server: LocalWebServer
    let other: LocalWebServer
    let client: HTTPClient

    init() throws {
        server = try LocalWebServer()
        other = try LocalWebServer()
        client = try loopbackClient()
    }

    @Test func `each hop is reported`() async throws {
        let target = other.url("/new")
        server.respond(to: "/old") { _ in .redirect(to: "/older?x", status: 301) }
        server.respond(to: "/older") { _ in .redirect(to: target, status: 308) }
        other.respond(to: "/new") { _ in .ok("here") }
        let response = try await client.fetch(HTTPRequest(url: server.url("/old")))
        #expect(response.body == Array("here".utf8))
        #expect(response.finalURL == target)
        #expect(
            response.redirects == [
                HTTPRedirect(status: 301, from: server.url("/old"), to: server.url("/older?x")),
                HTTPRedirect(status: 308, from: server.url("/older?x"), to: target),
            ]
        )
    }

    @Test func `each hop but the first waits for its host's turn, and is not made without one`() async throws {
        server.respond(to: "/old") { _ in .redirect(to: "/new") }
        server.respond(to: "/new") { _ in .ok("here") }
        let asked = Mutex<[String]>([])
        let request = HTTPRequest(url: server.url("/old"))
        let response = try await client.fetch(request) { host in
            asked.withLock { $0.append(host) }
            return true
        }
        #expect(response.body == Array("here".utf8))
        #expect(asked.withLock(\.self) == ["127.0.0.1"])
        await #expect(throws: HTTPClientError.noTurn(host: "127.0.0.1")) {
            try await client.fetch(request) { _ in false }
        }
        #expect(server.requests(to: "/old").count == 2)
        #expect(server.requests(to: "/new").count == 1)
    }

    @Test func `validators travel with the redirect`() async throws {
        let target = other.url("/new")
        server.respond(to: "/old") { _ in .redirect(to: target) }
        other.respond(to: "/new") { _ in .status(304) }
        let response = try await client.fetch(HTTPRequest(url: server.url("/old"), etag: "\"1\""))
        #expect(response.status == 304)
        #expect(other.requests.first?.header("If-None-Match") == "\"1\"")
    }

    @Test func `a redirect counts even when its body breaks off`() async throws {
        server.respond(to: "/a/old") { _ in
            .init(status: 301, headers: [("Location", "../new")], body: .truncated([1, 2], announced: 9))
        }
        server.respond(to: "/new") { _ in .ok("here") }
        let response = try await client.fetch(HTTPRequest(url: server.url("/a/old")))
        #expect(response.finalURL == server.url("/new"))
    }

    @Test(arguments: [
        ("?q", "/a/b?q"), ("c", "/a/c"), ("/c d", "/c%20d"), ("../../c", "/c"), ("./", "/a/"),
    ])
    func `relative targets are resolved`(_ location: String, _ path: String) async throws {
        let base = try WebURL("https://example.org/a/b")
        #expect(try WebURL(location, relativeTo: base).text == "https://example.org\(path)")
        #expect(try WebURL("//other.example/x", relativeTo: base).text == "https://other.example/x")
    }

    @Test func `a redirect to nowhere is the response itself`() async throws {
        server.respond(to: "/") { _ in .redirect(to: "") }
        #expect(try await client.fetch(HTTPRequest(url: server.url("/"))).status == 302)
    }

    @Test func `redirects end at the limit`() async throws {
        server.respond(to: "/") { _ in .redirect(to: "/") }
        #expect(await failure(client, HTTPRequest(url: server.url("/"))) == .tooManyRedirects(limit: 5))
        #expect(server.requests.count == 6)
    }

    @Test func `no redirects wanted, none followed`() async throws {
        server.respond(to: "/") { _ in .redirect(to: "/there") }
        let request = HTTPRequest(url: server.url("/"), limits: HTTPLimits(redirects: 0))
        let response = try await client.fetch(request)
        #expect(response.status == 302)
        #expect(response.headers["Location"] == "/there")
    }

    @Test(arguments: [
        "http://10.0.0.1/", "http://169.254.169.254/latest/meta-data/", "http://[::1]/", "http://192.168.1.1:8080/",
    ])
    func `a redirect leads to no inner address`(_ target: String) async {
        server.respond(to: "/") { _ in .redirect(to: target) }
        let error = await failure(client, HTTPRequest(url: server.url("/")))
        guard case .refusedAddress = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: ["ftp://127.0.0.1/x", "file:///etc/passwd", "gopher://127.0.0.1/", "http://user:word@127.0.0.1/"])
    func `a redirect leads to no other scheme and carries no credentials in`(_ target: String) async {
        server.respond(to: "/") { _ in .redirect(to: target) }
        let error = await failure(client, HTTPRequest(url: server.url("/")))
        guard case .refusedURL = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `credentials stay with their origin`() async throws {
        let target = other.url("/there")
        server.respond(to: "/") { _ in .redirect(to: "/near") }
        server.respond(to: "/near") { _ in .redirect(to: target) }
        other.respond(to: "/there") { _ in .ok("x") }
        let headers = [
            ("Authorization", "Bearer secret"), ("Cookie", "a=b"), ("X-Api-Key", "secret"), ("Accept", "text/xml"),
        ]
        _ = try await client.fetch(HTTPRequest(url: server.url("/"), headers: headers, trust: .trusted))
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer secret", "Bearer secret"])
        let request = try #require(other.requests.first)
        #expect(request.header("Accept") == "text/xml")
        for name in ["Authorization", "Cookie", "X-Api-Key"] {
            #expect(request.header(name) == nil)
        }
    }

    @Test func `a trusted server leads nobody into the operator's network`() async throws {
        let client = HTTPClient(options: HTTPClientOptions())
        let target = other.url("/there")
        server.respond(to: "/") { _ in .redirect(to: target) }
        let error = await failure(client, HTTPRequest(url: server.url("/"), trust: .trusted))
        #expect(error == .refusedAddress("127.0.0.1", reason: "a loopback address"))
        #expect(other.requests.isEmpty)
    }

    @Test(arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
    func `a posted body follows only where the status says so`(_ status: Int, _ method: String) async throws {
        server.respond(to: "/") { _ in .redirect(to: "/next", status: status) }
        server.respond(to: "/next") { _ in .ok("x") }
        let request = HTTPRequest(url: server.url("/"), method: .post, body: [1, 2, 3], trust: .trusted)
        _ = try await client.fetch(request)
        #expect(server.requests.last?.method == method)
        #expect(server.requests.last?.body == (method == "POST" ? [1, 2, 3] : []))
    }

    @Test func `a posted body never follows to another host`() async {
        let target = other.url("/there")
        server.respond(to: "/") { _ in .redirect(to: target, status: 307) }
        let error = await failure(client, HTTPRequest(url: server.url("/"), method: .put, body: [1], trust: .trusted))
        guard case .refusedURL = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(other.requests.isEmpty)
    }
}
