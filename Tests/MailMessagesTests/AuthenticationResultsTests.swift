import Testing

@testable import MailMessages

@Suite struct AuthenticationResultsTests {
    private static func sender(
        _ headers: String,
        from: String = "From: alice@example.net",
        alignment: DomainAlignment = .strict
    ) -> String? {
        let mail = IncomingMail(Array("\(headers)\n\(from)\n\nHello".utf8))
        return mail.verifiedSender(by: "mx.example.org", alignment: alignment)?.description
    }

    // RFC 8601, appendix B, and what servers write.
    @Test(arguments: [
        "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net",
        "Authentication-Results: mx.example.org 1; dkim=pass (good signature) header.d=example.net header.i=@example.net header.b=\"a/b=\"",
        "Authentication-Results: MX.Example.ORG;\n\tdkim=pass header.i=@example.net header.s=s1 header.b=AbC/d=;\n\tspf=pass (domain of a@example.net designates 1.2.3.4) smtp.mailfrom=a@example.net;\n\tdmarc=pass (p=NONE sp=NONE dis=NONE) header.from=Example.NET",
        "Authentication-Results: \"mx.example.org\"; spf=pass smtp.mailfrom=example.net",
        "Authentication-Results: (hi (there)) mx.example.org (x) 1 (y) ; (z) dkim (a) = (b) pass (c) header (d) . (e) d = (f) example.net",
        "Authentication-Results: mx.example.org; dkim/1=pass header.d=example.net",
        "Authentication-Results: mx.example.org; dkim=fail header.d=other.net; dkim=pass header.d=example.net",
        "Authentication-Results: mx.example.org; dmarc=none header.from=example.net; spf=pass smtp.mailfrom=\"a b\"@example.net",
        "Authentication-Results: other.org; dkim=fail\nAuthentication-Results: mx.example.org; dkim=pass header.d=example.net",
        "authentication-results: mx.example.org; DKIM=Pass Header.D=example.net reason=\"all; well\"",
    ])
    func `an aligned pass vouches for the sender`(headers: String) {
        #expect(Self.sender(headers) == "alice@example.net")
    }

    @Test(arguments: [
        "Subject: none", "Authentication-Results: evil.org; dmarc=pass header.from=example.net",
        "Authentication-Results: mx.example.org; none", "Authentication-Results: mx.example.org",
        "Authentication-Results: mx.example.org.evil.org; dkim=pass header.d=example.net",
        "Authentication-Results: xmx.example.org; dkim=pass header.d=example.net",
        // The server named in a comment.
        "Authentication-Results: (mx.example.org;) evil.org; dkim=pass header.d=example.net",
        "Authentication-Results: evil.org (; mx.example.org; dkim=pass header.d=example.net)",
        "Authentication-Results: mx.example.org; dkim=fail (dkim=pass header.d=example.net)",
        "Authentication-Results: mx.example.org; dkim=fail (; dkim=pass header.d=example.net",
        "Authentication-Results: mx.example.org; spf=fail reason=\"; dkim=pass header.d=example.net\"",
        "Authentication-Results: mx.example.org; spf=fail reason=\"\\\"; dkim=pass header.d=example.net;\"",
        "Authentication-Results: mx.example.org; spf=fail smtp.mailfrom=\"x; dmarc=pass header.from=example.net;\"@evil.org",
        "Authentication-Results: mx.example.org; spf=fail reason=\"open; dkim=pass header.d=example.net",
        "Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=example.net@evil.org",
        "Authentication-Results: mx.example.org; dkim=pass header.d=evil.org header.d=example.net",
        "Authentication-Results: mx.example.org; dkim=pass header.d=evil.org",
        "Authentication-Results: mx.example.org; dkim=pass",
        "Authentication-Results: mx.example.org; dkim=passed header.d=example.net",
        "Authentication-Results: mx.example.org; dmarc=fail header.from=example.net; dkim=pass header.d=example.net",
        "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net; dmarc=fail header.from=evil.org",
        "Authentication-Results: mx.example.org; dmarc=bestguesspass header.from=example.net",
        "Authentication-Results: mx.example.org; dmarc=pass header.from=evil.org",
        "Authentication-Results: mx.example.org; arc=pass header.d=example.net",
        "Authentication-Results: mx.example.org; spf=pass smtp.helo=example.net",
        "Authentication-Results: mx.example.org 2; dkim=pass header.d=example.net",
        "Authentication-Results: mx.example.org; dkim/2=pass header.d=example.net",
        "Authentication-Results: mx.example.org; spf=pass junk smtp.mailfrom=example.net",
        "Authentication-Results: mx.example.org; dkim=pass header.d=mail.example.net",
        "X-Authentication-Results: mx.example.org; dkim=pass header.d=example.net",
        "ARC-Authentication-Results: i=1; mx.example.org; dkim=pass header.d=example.net",
        // The topmost of ours counts, in disorder or not; forged ones below do not.
        "Authentication-Results: mx.example.org; dkim=fail header.d=example.net\nAuthentication-Results: mx.example.org; dkim=pass header.d=example.net",
        "Authentication-Results: mx.example.org; ===\nAuthentication-Results: mx.example.org; dkim=pass header.d=example.net",
    ])
    func `nothing else does`(headers: String) {
        #expect(Self.sender(headers) == nil)
    }

    @Test(arguments: [
        "From: alice@example.net\nFrom: eve@evil.org", "From: alice@example.net, eve@example.net", "From: eve@evil.org",
        "X-From: alice@example.net", "From: \"alice@example.net\" <eve@evil.org>",
        "From: alice@example.net <eve@evil.org>", "From: alice@example.net\nFROM : eve@example.net",
    ])
    func `an unclear From is nobody's`(from: String) {
        #expect(
            Self.sender("Authentication-Results: mx.example.org; dmarc=pass header.from=example.net", from: from) == nil
        )
    }

    @Test(arguments: [
        ("dmarc=pass header.from=example.net", SenderVerdict.verified),
        ("dkim=pass header.d=example.net; spf=fail smtp.mailfrom=list.example", .verified),
        ("dmarc=fail header.from=example.net; dkim=pass header.d=example.net", .rejected),
        ("dmarc=pass header.from=evil.org", .unaligned),
        ("dmarc=none; spf=pass smtp.mailfrom=evil.org; dkim=none", .unaligned),
        ("spf=none smtp.mailfrom=evil.org; dkim=pass header.d=evil.org", .unaligned),
        ("spf=softfail smtp.mailfrom=a@example.net; dkim=fail header.d=example.net", .unaligned),
        ("dkim=none; spf=fail", .unaligned),
        // Only one of the two was looked at, or one says nothing, or stands near the domain.
        ("spf=fail smtp.mailfrom=evil.org", .undecided), ("dkim=fail header.d=example.net", .undecided),
        ("spf=none smtp.mailfrom=example.net; dkim=none", .undecided),
        ("spf=neutral smtp.mailfrom=a@example.net; dkim=none", .undecided),
        ("spf=temperror smtp.mailfrom=evil.org; dkim=fail", .undecided),
        ("spf=fail smtp.mailfrom=evil.org; dkim=permerror header.d=evil.org", .undecided),
        ("spf=fail smtp.mailfrom=evil.org; dkim=pass header.d=mail.example.net", .undecided),
        ("spf=fail smtp.mailfrom=evil.org; dkim=fail header.d=a.org; dkim=pass header.d=m.example.net", .undecided),
        ("dmarc=none header.from=example.net", .undecided), ("none", .undecided), ("", .undecided),
    ])
    func `what a server says about a sender is one of four things`(results: String, verdict: SenderVerdict) {
        func mail(_ headers: String, from: String = "From: alice@example.net") -> IncomingMail {
            IncomingMail(Array("\(headers)\n\(from)\n\nHello".utf8))
        }
        let own = "Authentication-Results: mx.example.org; \(results)"
        let other = "Authentication-Results: other.org; dmarc=pass header.from=example.net"
        #expect(mail(own).senderVerdict(by: "MX.example.org") == verdict)
        #expect(mail("\(own)\n\(other)").senderVerdict(by: "mx.example.org") == verdict)
        #expect(mail("\(other)\n\(own)").senderVerdict(by: "mx.example.org") == .undecided, "the topmost alone counts")
        #expect(mail(own).senderVerdict(by: "") == .undecided)
        let two = "From: alice@example.net\nFrom: eve@example.net"
        #expect(mail(own, from: two).senderVerdict(by: "mx.example.org") == .undecided)
    }

    @Test func `without a configured server nothing is believed`() {
        let mail = IncomingMail(Array("Authentication-Results: ; dkim=pass header.d=x.org\nFrom: a@x.org\n\n".utf8))
        #expect(mail.verifiedSender(by: "") == nil)
    }

    @Test(arguments: [
        ("example.net", "mail.example.net", true), ("mail.example.net", "example.net", true),
        ("a.example.net", "b.example.net", false), ("net", "example.net", false),
        ("example.net", "notexample.net", false), ("example.net", "net", false),
    ])
    func `relaxed alignment follows the suffix`(verified: String, from: String, holds: Bool) {
        let header = "Authentication-Results: mx.example.org; dkim=pass header.d=\(verified)"
        #expect((Self.sender(header, from: "From: a@\(from)", alignment: .relaxed) != nil) == holds)
        #expect(Self.sender(header, from: "From: a@\(from)") == nil)
    }

    @Test func `methods and their properties are told`() throws {
        let results = try #require(
            AuthenticationResults(
                "mx.example.org; dkim=pass header.d=x.org header.b=ab=; spf=softfail reason=\"not \\\"ours\\\"\""
            )
        )
        #expect(
            results.methods.map(\.name) == ["dkim", "spf"] && results.methods.map(\.result) == ["pass", "softfail"]
        )
        #expect(results.methods[0].properties == ["header.d": "x.org", "header.b": "ab="])
        #expect(results.methods[1].properties == ["reason": "not \"ours\""])
    }
}
