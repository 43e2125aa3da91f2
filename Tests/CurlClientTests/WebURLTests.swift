import Testing

@testable import CurlClient

@Suite struct WebURLTests {
    @Test(
        arguments: [
            ("http://Example.ORG", "http://example.org/", 80),
            ("https://example.org/a b?c=d e#part", "https://example.org/a%20b?c=d+e", 443),
            ("https://example.org:8443/x", "https://example.org:8443/x", 8443),
            ("http://müller.example/ä", "http://xn--mller-kva.example/%c3%a4", 80),
            ("http://[2001:DB8::1]/", "http://[2001:db8::1]/", 80),
        ] as [(String, String, UInt16)]
    )
    func `URLs are written as they are asked`(_ text: String, _ written: String, _ port: UInt16) throws {
        let url = try WebURL(text)
        #expect(url.text.lowercased() == written)
        #expect(url.port == port)
    }

    @Test(arguments: [
        "ftp://example.org/", "file:///etc/passwd", "gopher://example.org/", "javascript://x/",
        "https://user@example.org/",
        "https://user:password@example.org/", "https://:secret@example.org/",
    ])
    func `other schemes and credentials are refused`(_ text: String) {
        #expect(throws: HTTPClientError.self) { try WebURL(text) }
        do {
            _ = try WebURL(text)
        } catch {
            guard case .refusedURL = error else {
                Issue.record("\(text): \(error)")
                return
            }
        }
    }

    @Test(arguments: [
        "", "example", "http://", "http://exa mple.org/", "http://example.org:99999/", "a\0b",
    ])
    func `what is not a URL is said to be none`(_ text: String) {
        do {
            let url = try WebURL(text)
            Issue.record("\(text) was read as \(url.text)")
        } catch {
            guard case .invalidURL = error else {
                Issue.record("\(text): \(error)")
                return
            }
        }
    }

    @Test(arguments: [
        "http://localhost/", "http://LOCALHOST./", "http://a.localhost/", "http://printer.local/", "http://x.internal/",
        "http://127.0.0.1/", "http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://127.1/",
        "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://169.254.169.254/latest", "http://8.8.8.8:22/",
        "http://example.org:25/", "http://ｌｏｃａｌｈｏｓｔ/",
        "http://127.0.0.1./", "http://127.1./", "http://2130706433./", "http://0x7f.0.0.0x1./", "http://x.1/",
        "http://1.2.3.4.5/", "http://256.256.256.256/",
    ])
    func `the URL alone is enough to refuse an inner address`(_ text: String) throws {
        let url = try WebURL(text)
        for isProxied in [false, true] {
            #expect(throws: HTTPClientError.self) {
                try AddressGuard(allowed: []).check(url, isProxied: isProxied)
            }
        }
    }

    @Test(arguments: [
        "http://1.example.org/", "http://x1/", "http://0x7g.example.0xg/", "http://a.1b/", "http://face/",
    ])
    func `names with numbers in them are names`(_ text: String) throws {
        try AddressGuard(allowed: []).check(try WebURL(text), isProxied: true)
    }

    @Test func `an allowed range leaves names to their address, but not behind a proxy`() throws {
        let addressGuard = AddressGuard(allowed: [try #require(AddressRange("127.0.0.0/8"))])
        try addressGuard.check(try WebURL("http://localhost:12345/"), isProxied: false)
        try addressGuard.check(try WebURL("http://127.0.0.1:12345/"), isProxied: true)
        #expect(throws: HTTPClientError.self) {
            try addressGuard.check(try WebURL("http://localhost/"), isProxied: true)
        }
        #expect(throws: HTTPClientError.self) {
            try addressGuard.check(try WebURL("http://10.0.0.1/"), isProxied: false)
        }
    }
}
