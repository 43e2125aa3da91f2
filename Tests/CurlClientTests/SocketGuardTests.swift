import TestSupport
import Testing

@testable import CurlClient

@Suite(.timed, .timeLimit(.minutes(10))) struct SocketGuardTests {
    let server: LocalWebServer

    init() throws {
        server = try LocalWebServer()
        server.respond(to: "/") { _ in .ok("inside") }
    }

    @Test func `a stranger's URL does not reach loopback, a trusted one does`() async throws {
        let client = HTTPClient(options: HTTPClientOptions())
        let url = server.url("/")
        #expect(
            await failure(client, HTTPRequest(url: url)) == .refusedAddress("127.0.0.1", reason: "a loopback address")
        )
        #expect(server.acceptedConnections == 0)
        #expect(try await client.fetch(HTTPRequest(url: url, trust: .trusted)).status == 200)
    }

    @Test func `a name that resolves to loopback is refused when the socket opens`() async throws {
        // An exception elsewhere lets the name pass, so that its address is what is judged.
        let client = HTTPClient(options: HTTPClientOptions(allowAddresses: [try #require(AddressRange("10.9.9.9"))]))
        let error = await failure(client, HTTPRequest(url: server.url("/", host: "localhost")))
        guard case .refusedAddress(_, reason: "a loopback address") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(server.acceptedConnections == 0)
    }

    @Test func `a warm trusted connection is not reused by a stranger's request`() async throws {
        let client = HTTPClient(options: HTTPClientOptions(allowAddresses: [try #require(AddressRange("10.9.9.9"))]))
        let url = server.url("/", host: "localhost")
        #expect(try await client.fetch(HTTPRequest(url: url, trust: .trusted)).status == 200)
        #expect(server.openConnections == 1)
        let error = await failure(client, HTTPRequest(url: url))
        guard case .refusedAddress = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(server.requests.count == 1)
        #expect(server.acceptedConnections == 1)
    }

    @Test func `a connection that was allowed once is judged again before each request`() async throws {
        let loopback = try #require(AddressRange("127.0.0.0/8"))
        let elsewhere = try #require(AddressRange("10.9.9.9"))
        let client = HTTPClient(options: HTTPClientOptions(allowAddresses: [loopback]))
        let request = HTTPRequest(url: server.url("/", host: "localhost"))
        #expect(try await client.fetch(request).status == 200)
        client.apply(HTTPClientOptions(allowAddresses: [elsewhere]))
        // The open connection is the one libcurl takes: only the pre-request callback stands in between.
        let error = await failure(client, request)
        guard case .refusedAddress = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(server.requests.count == 1)
    }

    @Test func `behind a proxy the proxy is asked, also for names only it knows`() async throws {
        let proxy = try LocalWebServer()
        proxy.respond(to: "http://feeds.example.test/feed.xml") { _ in .ok("from the proxy") }
        let client = HTTPClient(options: HTTPClientOptions(proxy: proxy.url("")))
        let response = try await client.fetch(HTTPRequest(url: "http://feeds.example.test/feed.xml"))
        #expect(response.body == Array("from the proxy".utf8))
        let error = await failure(client, HTTPRequest(url: server.url("/")))
        #expect(error == .refusedAddress("127.0.0.1", reason: "a loopback address"))
        #expect(proxy.requests.count == 1)
    }

    @Test func `a proxy that is down is named`() async throws {
        let proxy = try LocalWebServer()
        proxy.stop()
        let client = HTTPClient(options: HTTPClientOptions(proxy: proxy.url("")))
        let error = await failure(client, HTTPRequest(url: "http://feeds.example.test/"))
        guard case .proxyFailed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
