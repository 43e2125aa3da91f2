import Foundation
import TestSupport
import Testing

@testable import CurlClient

/// The client behind a real squid with the rules of the README.
@Suite(
    .timed,
    .timeLimit(.minutes(10)),
    .enabled(if: SquidProxy.isInstalled && NginxServer.isInstalled, "squid or nginx is not installed: skipped")
)
struct SquidTests {
    private func client(_ squid: SquidProxy) throws -> HTTPClient {
        try loopbackClient { $0.proxy = squid.url }
    }

    @Test func `an answer is fetched once and then comes from the proxy`() async throws {
        let origin = try NginxServer(freshSeconds: 600)
        let squid = try SquidProxy(allowedPorts: [origin.port])
        try origin.serve("feed.xml", "<rss/>")
        let first = try client(squid)
        let second = try client(squid)
        let response = try await first.fetch(HTTPRequest(url: origin.url("feed.xml")))
        #expect(response.body == Array("<rss/>".utf8))
        #expect(try await second.fetch(HTTPRequest(url: origin.url("feed.xml"))).body == response.body)
        // The proxy's copy also answers conditional requests.
        let conditional = HTTPRequest(url: origin.url("feed.xml"), etag: response.etag)
        #expect(try await second.fetch(conditional).status == 304)
        #expect(origin.statuses(of: "feed.xml") == [200])
    }

    @Test(.enabled(if: SquidProxy.opensTLS, "squid-openssl is not installed: skipped"))
    func `over TLS an answer is shared by a proxy whose authority is trusted`() async throws {
        let authority = try TestCertificates()
        let name = "feeds.example.test"
        let origin = try NginxServer(freshSeconds: 600, tls: authority.issue("origin", subjectNames: "DNS:\(name)"))
        let squid = try SquidProxy(allowedPorts: [origin.port], hosts: [name: "127.0.0.1"], opening: authority)
        try origin.serve("feed.xml", "<rss/>")
        // Trusted, because a stranger's name may not have an odd port.
        let request = HTTPRequest(url: "https://\(name):\(origin.port)/feed.xml", trust: .trusted)
        for _ in 1...2 {
            let client = try loopbackClient {
                $0.proxy = squid.url
                $0.caFile = authority.caFile
            }
            let response = try await client.fetch(request)
            #expect(response.body == Array("<rss/>".utf8))
        }
        #expect(origin.statuses(of: "feed.xml") == [200])
        // Without that authority the proxy's certificates are refused.
        guard case .tlsFailed = await failure(try client(squid), request) else {
            Issue.record("not refused")
            return
        }
    }

    @Test func `over TLS a proxy that does not open it passes everything on`() async throws {
        let authority = try TestCertificates()
        let origin = try NginxServer(freshSeconds: 600, tls: authority.issue("origin"))
        let squid = try SquidProxy(allowedPorts: [origin.port])
        try origin.serve("feed.xml", "<rss/>")
        for _ in 1...2 {
            let client = try loopbackClient {
                $0.proxy = squid.url
                $0.caFile = authority.caFile
            }
            let response = try await client.fetch(HTTPRequest(url: origin.url("feed.xml")))
            #expect(response.protocolVersion == "HTTP/2")
        }
        #expect(origin.statuses(of: "feed.xml") == [200, 200])
    }

    @Test func `a stranger's name that leads inside is refused by the proxy`() async throws {
        let squid = try SquidProxy(allowedPorts: [], hosts: ["inner.example.test": "127.0.0.1"])
        for url in ["http://inner.example.test/", "https://inner.example.test/"] {
            let error = await failure(try client(squid), HTTPRequest(url: url))
            #expect(error == .refusedAddress("inner.example.test", reason: "the proxy does not allow it"))
        }
        try await waitUntil("both are in squid's log") {
            squid.answers.count { $0 == "TCP_DENIED/403" } == 2
        }
    }

    @Test func `a host the proxy cannot reach is not the proxy's failure`() async throws {
        let closed = ServerProcess.freePort()
        let squid = try SquidProxy(allowedPorts: [closed])
        let error = await failure(try client(squid), HTTPRequest(url: "http://127.0.0.1:\(closed)/"))
        #expect(
            error == .couldNotConnect(reason: "the proxy could not reach 127.0.0.1 (503 ERR_CONNECT_FAIL)")
        )
    }
}
