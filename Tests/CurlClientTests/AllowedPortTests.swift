import TestSupport
import Testing

@testable import CurlClient

@Suite(.timed) struct AllowedPortTests {
    @Test(
        arguments: [
            ("127.0.0.0/8:8080", "127.1.2.3", 8080, true), ("127.0.0.0/8:8080", "127.1.2.3", 5432, false),
            ("10.1.2.3:8000-8100", "10.1.2.3", 8000, true), ("10.1.2.3:8000-8100", "10.1.2.3", 8100, true),
            ("10.1.2.3:8000-8100", "10.1.2.3", 8101, false), ("10.1.2.3:8080", "10.1.2.4", 8080, false),
            ("[::1]/128:8080", "::1", 8080, true), ("[::1]/128:8080", "::1", 80, false),
            ("[::1]:8080", "::1", 8080, true),
            ("fd00::/8:8080", "fd01::5", 8080, true), ("fd00::/8:8080", "fd01::5", 22, false),
            ("[::1]", "::1", 22, true),
            ("127.0.0.0/8", "127.0.0.1", 22, true), ("::1", "::1", 22, true), ("8.8.8.8:22", "8.8.8.8", 22, true),
            ("8.8.8.8:22", "8.8.8.8", 443, true), ("8.8.8.8:22", "8.8.8.8", 25, false),
        ] as [(String, String, UInt16, Bool)]
    )
    func `an exception opens the ports it names`(text: String, address: String, port: UInt16, isOpen: Bool) throws {
        let addressGuard = AddressGuard(allowed: [try #require(AddressRange(text))])
        #expect((addressGuard.refusal(of: try #require(IPAddress(address)), port: port) == nil) == isOpen)
    }

    @Test(arguments: [
        "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:80-", "127.0.0.1:-80", "127.0.0.1:90-80",
        "127.0.0.1:80,81", "127.0.0.1:80:81", "127.0.0.0/8:", "127.0.0.0/:80", "[::1:80", "[::1]80", "127.0.0.1:http",
        "127.0.0.0/8:80-90-100", "127.0.0.1:+80",
    ])
    func `what names no ports is refused whole`(text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test func `a range says whether it opens every port`() {
        #expect(AddressRange("127.0.0.0/8")?.hasEveryPort == true)
        #expect(AddressRange("127.0.0.0/8:1-65535")?.hasEveryPort == false)
    }

    @Test func `a port that is not named is refused by the URL alone and when the socket opens`() async throws {
        let server = try LocalWebServer()
        server.respond(to: "/") { _ in .ok("here") }
        let other = server.port == 9 ? 10 : 9
        for host in ["127.0.0.1", "localhost"] {
            let url = server.url("/", host: host)
            let closed = try loopbackClient {
                $0.allowAddresses = ["127.0.0.0/8:\(other)", "[::1]/128:\(other)"].compactMap { AddressRange($0) }
            }
            guard case .refusedAddress = await failure(closed, HTTPRequest(url: url)) else {
                Issue.record("\(host) was asked")
                continue
            }
            let open = try loopbackClient {
                $0.allowAddresses = ["127.0.0.0/8:\(server.port)"].compactMap { AddressRange($0) }
            }
            #expect(try await open.fetch(HTTPRequest(url: url)).status == 200)
        }
    }
}
