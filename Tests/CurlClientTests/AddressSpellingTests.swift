import Foundation
import TestSupport
import Testing

@testable import CurlClient

/// Every way to write an inner address into a URL ends in a refusal, and no socket is opened.
@Suite(.timed, .timeLimit(.minutes(10))) struct AddressSpellingTests {
    private static let spellings = [
        // Decimal, octal, hexadecimal, short and mixed forms of 127.0.0.1.
        "2130706433", "017700000001", "0x7f000001", "0x7F.0x0.0x0.0x1", "0177.0.0.01", "127.1", "127.0.1", "0x7f.1",
        "127.0.0.1.", "127.0.0.1..", "127.000.000.001", "%31%32%37.0.0.1", "0", "0.0.0.0", "0x0", "[::]", "[::1]",
        // IPv4 inside IPv6: mapped, compatible, NAT64, 6to4, Teredo.
        "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:a9fe:a9fe]", "[::127.0.0.1]", "[64:ff9b::7f00:1]",
        "[64:ff9b::169.254.169.254]", "[2002:7f00:1::]", "[2002:c0a8:1::1]", "[2001:0:4136:e378:8000:63bf:80ff:fffe]",
        // Private, shared, link-local, unique local, multicast, reserved.
        "10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "169.254.169.254", "[fe80::1]", "[fe80::1%25eth0]",
        "[fc00::1]", "[fd00:ec2::254]", "224.0.0.1", "[ff02::1]", "255.255.255.255", "240.0.0.1", "198.18.0.1",
        // Names of this machine and its neighbours.
        "localhost", "LOCALHOST", "localhost.", "a.localhost", "localhost.localdomain", "printer.local",
        "printer.local.", "db.internal", "router.home.arpa",
        // Other letters for the same names: fullwidth, circled, ideographic full stops, soft hyphen, percent signs.
        "ｌｏｃａｌｈｏｓｔ", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "①②⑦.⓪.⓪.①", "127。0。0。1", "１２７．０．０．１", "loc\u{ad}alhost",
        "%6c%6fcalhost", "localhos%74", "printer。local",
    ]

    @Test(arguments: spellings)
    func `an inner address is refused however it is spelt`(_ host: String) async throws {
        let unrelated = try #require(AddressRange("203.0.113.77"))
        // Without exceptions the URL is judged, with one the address, and behind a proxy the URL again.
        let proxy = try LocalWebServer()
        for options in [
            HTTPClientOptions(), HTTPClientOptions(allowAddresses: [unrelated]),
            HTTPClientOptions(proxy: proxy.url("")),
        ] {
            let error = await failure(HTTPClient(options: options), HTTPRequest(url: "http://\(host)/"))
            switch error {
            case .refusedAddress, .refusedURL, .invalidURL: break
            // What the resolver does not take for an address is a name that nobody has.
            case .couldNotResolve where options.proxy.isEmpty: break
            default: Issue.record("\(host): \(String(describing: error))")
            }
        }
        #expect(proxy.acceptedConnections == 0)
    }

    @Test(arguments: [
        "http://example.invalid@127.0.0.1/", "http://example.invalid:80@127.0.0.1/",
        "http://example.invalid%40127.0.0.1/",
        "http://example.invalid\\@127.0.0.1/", "http://127.0.0.1\\@example.invalid/",
        "http://127.0.0.1%2f@example.invalid/",
        "http://user:word@example.invalid/", "http://@127.0.0.1/", "http://example.invalid#@127.0.0.1:22\\/",
        "http:///127.0.0.1/", "http:127.0.0.1", "http:/\\127.0.0.1", "http://127.0.0.1 .example.invalid/",
        "http://127.0.0.1\t/", "http://127.0.0.1\r\n/", "http://[127.0.0.1]/", "http://[::1/", "//127.0.0.1/",
    ])
    func `a URL that hides its host leads nowhere`(_ text: String) async throws {
        let error = await failure(
            HTTPClient(options: HTTPClientOptions(allowAddresses: [try #require(AddressRange("203.0.113.77"))])),
            HTTPRequest(url: text)
        )
        switch error {
        case .refusedAddress, .refusedURL, .invalidURL, .couldNotResolve: break
        default: Issue.record("\(text): \(String(describing: error))")
        }
    }

    @Test(arguments: [
        "file:///etc/passwd", "FILE:///etc/passwd", "ftp://example.org/", "gopher://127.0.0.1:70/_x", "dict://x:1/",
        "ldap://x/", "smb://x/", "tftp://x/", "telnet://x/", "imap://x/", "smtp://x/", "scp://x/", "rtsp://x/",
        "data:text/xml,<rss/>", "javascript:alert(1)", "jar:http://x/", "view-source:http://x/", "ws://x/", "unix:///x",
    ])
    func `only http and https are spoken`(_ text: String) async {
        let error = await failure(HTTPClient(options: HTTPClientOptions()), HTTPRequest(url: text))
        switch error {
        case .refusedURL, .invalidURL: break
        default: Issue.record("\(text): \(String(describing: error))")
        }
    }

    @Test(arguments: [0, 1, 21, 22, 25, 53, 81, 110, 143, 3306, 5432, 6379, 8000, 8081, 9200, 11211, 27017, 65535])
    func `odd ports of public hosts are refused`(_ port: Int) async {
        for host in ["8.8.8.8", "example.org", "[2001:4860:4860::8888]"] {
            let error = await failure(
                HTTPClient(options: HTTPClientOptions()),
                HTTPRequest(url: "http://\(host):\(port)/")
            )
            switch error {
            case .refusedURL, .refusedAddress, .invalidURL: break
            default: Issue.record("\(host):\(port): \(String(describing: error))")
            }
        }
    }
}
