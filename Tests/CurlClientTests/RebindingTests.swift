import Foundation
import TestSupport
import Testing

@testable import CurlClient

/// Names whose addresses change or differ; 127.0.0.1 stands for the public internet, 127.0.0.2 for the inside.
@Suite(.timed, .timeLimit(.minutes(10))) struct RebindingTests {
    let outside: LocalWebServer
    let inside: LocalWebServer

    init() throws {
        outside = try LocalWebServer()
        inside = try LocalWebServer(address: "127.0.0.2", port: outside.port)
        inside.respond(to: "/") { _ in .ok("secret") }
        // The connection ends with each answer, so that the next request has to resolve again.
        outside.respond(to: "/") { _ in .ok("news", headers: [("Connection", "close")]) }
    }

    private func options(_ addresses: String...) throws -> HTTPClientOptions {
        var options = HTTPClientOptions(allowAddresses: [try #require(AddressRange("127.0.0.1"))])
        options.knownAddresses = addresses.map { "rebind.example.test:\(outside.port):\($0)" }
        return options
    }

    private var request: HTTPRequest { HTTPRequest(url: outside.url("/", host: "rebind.example.test")) }

    @Test func `a name that first leads outside and then inside is refused then`() async throws {
        let client = HTTPClient(options: try options("127.0.0.1"))
        #expect(try await client.fetch(request).body == Array("news".utf8))
        client.apply(try options("127.0.0.2"))
        #expect(
            await failure(client, request) == .refusedAddress("127.0.0.2", reason: "a loopback address")
        )
        #expect(inside.acceptedConnections == 0)
    }

    @Test(arguments: ["127.0.0.2,127.0.0.1", "127.0.0.1,127.0.0.2", "[::1],127.0.0.2,127.0.0.1"])
    func `of a name with both answers only the outer one is asked`(_ addresses: String) async throws {
        let client = HTTPClient(options: try options(addresses))
        for _ in 1...3 {
            #expect(try await client.fetch(request).body == Array("news".utf8))
        }
        #expect(inside.acceptedConnections == 0)
    }

    @Test func `a name with inner answers only is refused`() async throws {
        let client = HTTPClient(options: try options("127.0.0.2,[::1],10.0.0.1,169.254.169.254"))
        guard case .refusedAddress = await failure(client, request) else {
            Issue.record("not refused")
            return
        }
        #expect(inside.acceptedConnections == 0)
    }

    @Test func `when the outer address is down the inner one is not tried instead`() async throws {
        outside.stop()
        let client = HTTPClient(options: try options("127.0.0.1,127.0.0.2"))
        let error = await failure(client, request)
        #expect(error == .connectionRefused || error == .couldNotConnect(reason: ""), "\(String(describing: error))")
        #expect(inside.acceptedConnections == 0)
    }

    @Test func `every hop of a redirect is judged by its own address`() async throws {
        outside.respond(to: "/1") { [port = outside.port] _ in
            .redirect(to: "http://second.example.test:\(port)/2")
        }
        outside.respond(to: "/2") { [port = outside.port] _ in .redirect(to: "http://third.example.test:\(port)/") }
        var options = try options()
        options.knownAddresses = [
            "first.example.test:\(outside.port):127.0.0.1", "second.example.test:\(outside.port):127.0.0.1",
            "third.example.test:\(outside.port):127.0.0.2",
        ]
        let client = HTTPClient(options: options)
        let error = await failure(client, HTTPRequest(url: outside.url("/1", host: "first.example.test")))
        #expect(error == .refusedAddress("127.0.0.2", reason: "a loopback address"))
        #expect(outside.requests.count == 2)
        #expect(inside.acceptedConnections == 0)
    }
}
