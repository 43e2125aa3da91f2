import TestSupport
import Testing

@testable import CurlClient

/// A thousand names of one server are one server.
@Suite(.timed, .timeLimit(.minutes(10))) struct AddressSpacingTests {
    @Test func `after the first few an address is asked at its pace, and others are not held up`() {
        var spacing = AddressSpacing(spacing: 1)
        for _ in 0..<Int(AddressSpacing.burst) {
            #expect(spacing.begin("a", at: 0) == nil)
            spacing.end("a")
        }
        #expect(spacing.begin("a", at: 0) == 1)
        #expect(spacing.begin("b", at: 0) == nil)
        #expect(spacing.begin("a", at: 1) == nil)
        #expect(spacing.begin("a", at: 1) == 1)
        #expect(spacing.begin("a", at: 100) == nil)
    }

    @Test func `an address that answers slowly holds only so many places`() {
        var spacing = AddressSpacing(spacing: 0.001)
        for number in 0..<AddressSpacing.mostInFlight { #expect(spacing.begin("a", at: Double(number)) == nil) }
        #expect(spacing.begin("a", at: 1_000) != nil)
        spacing.end("a")
        #expect(spacing.begin("a", at: 1_000) == nil)
    }

    @Test func `without spacing nothing is held up`() {
        var spacing = AddressSpacing(spacing: 0)
        for _ in 0..<100 { #expect(spacing.begin("a", at: 0) == nil) }
    }

    @Test func `many names of one address are asked at that address's pace`() async throws {
        let victim = try LocalWebServer()
        let other = try LocalWebServer(address: "127.0.0.2", port: victim.port)
        for server in [victim, other] { server.respond(to: "/") { _ in .ok("x") } }
        let names = (0..<20).map { "a\($0).victim.example.test" }
        let client = try loopbackClient { options in
            options.addressSpacing = 3_600
            options.knownAddresses =
                names.map { "\($0):\(victim.port):127.0.0.1" } + ["free.example.test:\(victim.port):127.0.0.2"]
        }
        var busy = 0
        for name in names.prefix(8) {
            #expect(try await client.fetch(HTTPRequest(url: victim.url("/", host: name))).status == 200)
        }
        for name in names.dropFirst(8) {
            if await isBusy(client, victim.url("/", host: name)) { busy += 1 }
        }
        #expect(busy == 12)
        #expect(victim.acceptedConnections == 8)
        // A connection that is open already counts as well.
        #expect(await isBusy(client, victim.url("/", host: names[0])))
        #expect(victim.requests(to: "/").count == 8)
        #expect(try await client.fetch(HTTPRequest(url: victim.url("/", host: "free.example.test"))).status == 200)
        #expect(try await client.fetch(HTTPRequest(url: victim.url("/"), trust: .trusted)).status == 200)
    }

    @Test func `a short wait is waited for`() async throws {
        let server = try LocalWebServer()
        server.respond(to: "/") { _ in .ok("x") }
        let client = try loopbackClient { $0.addressSpacing = 0.02 }
        for _ in 0..<12 { #expect(try await client.fetch(HTTPRequest(url: server.url("/"))).status == 200) }
    }

    @Test(arguments: [
        ("a1.b2.victim.example", "victim.example"), ("victim.example", "victim.example"), ("localhost", "localhost"),
        ("a.victim.co.uk", "victim.co.uk"), ("a.b.victim.com.au", "victim.com.au"), ("127.0.0.1", "127.0.0.1"),
    ])
    func `behind a proxy names belong together by their domain`(host: String, domain: String) {
        #expect(AddressReservation.domain(of: host) == domain)
    }

    private func isBusy(_ client: HTTPClient, _ url: String) async -> Bool {
        guard case .addressBusy = await failure(client, HTTPRequest(url: url)) else { return false }
        return true
    }
}
