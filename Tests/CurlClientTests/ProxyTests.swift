import Foundation
import TestSupport
import Testing

@testable import CurlClient

@Suite(.timed, .timeLimit(.minutes(10))) struct ProxyTests {
    private func client(_ proxy: String) -> HTTPClient {
        HTTPClient(options: HTTPClientOptions(proxy: proxy))
    }

    @Test(arguments: ["socks5", "socks5h"])
    func `a SOCKS proxy is asked by name`(_ scheme: String) async throws {
        let proxy = try LocalWebServer(speaksSOCKS: true)
        proxy.respond(to: "/feed.xml") { _ in .ok("from the proxy") }
        let client = client("\(scheme)://127.0.0.1:\(proxy.port)")
        let response = try await client.fetch(HTTPRequest(url: "http://feeds.example.test/feed.xml"))
        #expect(response.body == Array("from the proxy".utf8))
        #expect(proxy.tunnels == ["feeds.example.test:80"])
    }

    @Test(arguments: ["http", "socks5"])
    func `a proxy that is down is a temporary failure, named as such`(_ scheme: String) async throws {
        let proxy = try LocalWebServer()
        proxy.stop()
        let error = await failure(
            client("\(scheme)://127.0.0.1:\(proxy.port)"),
            HTTPRequest(url: "http://feeds.example.test/")
        )
        guard case .proxyFailed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.isTemporary == true)
    }

    @Test(arguments: ["nonsense://127.0.0.1:1", "http://", ":::", "ftp://127.0.0.1:21"])
    func `a proxy that cannot be understood is never gone around`(_ proxy: String) async throws {
        let server = try LocalWebServer()
        server.respond(to: "/") { _ in .ok("asked directly") }
        for trust in [HTTPRequest.Trust.stranger, .trusted] {
            var options = HTTPClientOptions(proxy: proxy)
            options.allowAddresses = [try #require(AddressRange("127.0.0.0/8"))]
            let error = await failure(HTTPClient(options: options), HTTPRequest(url: server.url("/"), trust: trust))
            guard case .proxyFailed = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        #expect(server.acceptedConnections == 0)
    }

    @Test func `a redirect met behind a proxy is judged like any other URL`() async throws {
        let proxy = try LocalWebServer()
        proxy.respond(to: "http://feeds.example.test/") { _ in .redirect(to: "http://169.254.169.254/latest/") }
        let error = await failure(client(proxy.url("")), HTTPRequest(url: "http://feeds.example.test/"))
        #expect(error == .refusedAddress("169.254.169.254", reason: "a link-local address"))
        #expect(proxy.requests.count == 1)
    }

    @Test func `a socket is opened to the proxy and to nothing else`() throws {
        let literal = try #require(ProxyRoute("http://10.1.2.3:3128"))
        let named = try #require(ProxyRoute("http://proxy.example:3128"))
        let proxy = try #require(IPAddress("10.1.2.3"))
        let other = try #require(IPAddress("8.8.8.8"))
        #expect(literal.refusal(of: proxy, port: 3128) == nil)
        #expect(literal.refusal(of: proxy, port: 80) != nil)
        #expect(literal.refusal(of: other, port: 3128) != nil)
        #expect(named.refusal(of: proxy, port: 3128) == nil)
        #expect(named.refusal(of: proxy, port: 22) != nil)
    }

    @Test(arguments: [
        ("http://127.0.0.1:3128", "http://127.0.0.1:3128/"), ("127.0.0.1:3128", "http://127.0.0.1:3128/"),
        ("http://proxy.example", "http://proxy.example:1080/"),
        ("https://proxy.example", "https://proxy.example:443/"),
        ("socks5://proxy.example", "socks5h://proxy.example:1080/"), ("socks4://h:9", "socks4a://h:9/"),
        ("http://user:word@[::1]:8080", "http://user:word@[::1]:8080/"),
    ])
    func `proxies are read as people write them`(_ text: String, _ url: String) {
        #expect(ProxyRoute(text)?.url == url)
    }

    @Test(arguments: [
        (403, "ERR_ACCESS_DENIED", HTTPClientError.refusedAddress("x", reason: "the proxy does not allow it")),
        (503, "ERR_DNS_FAIL", .couldNotResolve(host: "x")),
        (503, "ERR_CONNECT_FAIL", .couldNotConnect(reason: "the proxy could not reach x (503 ERR_CONNECT_FAIL)")),
        (504, "", .timedOut), (407, "", .proxyFailed(reason: "it wants a login")),
    ])
    func `what the proxy says about the target is not the proxy's failure`(
        _ status: Int,
        _ cause: String,
        _ error: HTTPClientError
    ) {
        #expect(ProxyRefusal.error(status: status, cause: cause, host: "x") == error)
    }

    @Test func `a site that plays the proxy only fails itself`() async throws {
        let server = try LocalWebServer()
        server.respond(to: "/") { _ in .status(403, headers: [("X-Squid-Error", "ERR_DNS_FAIL 0")]) }
        #expect(try await loopbackClient().fetch(HTTPRequest(url: server.url("/"))).status == 403)
    }
}
