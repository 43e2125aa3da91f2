import NewsModel
import Testing

@Suite struct LogTextTests {
    @Test(arguments: [
        ("https://user:pass@paper.example:8443/feed?token=secret#x", "https://paper.example:8443"),
        ("could not open 'http://paper.example/secret'", "could not open http://paper.example"),
        (
            "<https://paper.example/secret> and socks5://me:secret@proxy.example:1080/",
            "<https://paper.example> and socks5://proxy.example:1080"
        ),
        ("https://one.example/?next=https://two.example/secret", "https://one.example"),
        ("https://paper.example?secret", "https://paper.example"),
        ("550 5.1.1 <alice.smith@example.org>: no such user", "550 5.1.1 <…@example.org>: no such user"),
        ("invited by @alice:example.org to !room:example.org", "invited by @alice:example.org to !room:example.org"),
        ("took 3:20", "took 3:20"), ("a@b@example.org", "…@example.org"), ("", ""),
    ])
    func `addresses in a log are cut to their hosts`(text: String, shown: String) {
        #expect(LogText.line(text, limit: 500) == shown)
        #expect(!LogText.line(text, limit: 500).contains("secret"))
    }

    @Test func `however long a text is, and wherever it is cut, no address is left whole`() {
        let text = String(repeating: "x", count: 90) + " https://paper.example/secret-token"
        for limit in 1...140 { #expect(!LogText.line(text, limit: limit).contains("secret")) }
        #expect(LogText.line(String(repeating: "é", count: 5_000), limit: 500).count == 500)
        // One character of a million marks.
        #expect(LogText.line("e" + String(repeating: "\u{301}", count: 100_000), limit: 500).utf8.count <= 1_000)
    }

    @Test func `nothing in a log breaks a line, turns it round or hides in it`() {
        var bad: [UInt32] = Array(0..<0x20) + Array(0x7f...0x9f) + Array(0x200b...0x200f) + Array(0x2028...0x202e)
        bad += Array(0x2060...0x206f) + [0x61c, 0xfeff, 0xad, 0xe0041]
        for value in bad {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(LogText.line("a\(scalar)b", limit: 10) == "a b", "U+\(String(value, radix: 16))")
        }
        // Half a surrogate pair has become a sign by the time it is a string.
        let half = String(decoding: [0x61, 0xed, 0xa0, 0x80, 0x62] as [UInt8], as: UTF8.self)
        #expect(LogText.line(half, limit: 10).hasPrefix("a\u{FFFD}"))
        #expect(LogText.line("新闻 ünïcode", limit: 20) == "新闻 ünïcode")
    }

    @Test func `a site is named without what may be secret, and a mailbox by its domain`() {
        #expect(LogText.site("https://me:secret@paper.example/feed?key=secret") == "https://paper.example")
        #expect(LogText.site("secret") == "")
        #expect(LogText.mailbox("alice@example.org") == "…@example.org")
    }
}
