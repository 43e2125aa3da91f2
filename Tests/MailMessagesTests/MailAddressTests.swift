import Testing

@testable import MailMessages

@Suite struct MailAddressTests {
    @Test(arguments: [
        ("alice@example.org", "alice@example.org"),
        ("Alice.B+tag@Example.ORG", "Alice.B+tag@example.org"),
        ("\"john doe\"@example.org", "\"john doe\"@example.org"),
        ("\"a\\\"b\"@example.org", "\"a\\\"b\"@example.org"),
        ("\"plain\"@example.org", "plain@example.org"),
        ("\"a@b\"@example.org", "\"a@b\"@example.org"),
        ("o'brien@example.org", "o'brien@example.org"),
        ("root@localhost", "root@localhost"),
        ("a@example.org.", "a@example.org"),
        ("info@bücher.example", "info@xn--bcher-kva.example"),
        ("info@BÜCHER.example", "info@xn--bcher-kva.example"),
        ("x@例え。テスト", "x@xn--r8jz45g.xn--zckzah"),
        ("x@xn--bcher-kva.example", "x@xn--bcher-kva.example"),
    ])
    func `an address is written as SMTP takes it`(given: String, written: String) throws {
        #expect(try MailAddress(given).description == written)
        #expect(try MailAddress(written).description == written)
    }

    @Test(arguments: [
        "", "alice", "@example.org", "alice@", "a b@example.org", ".a@example.org", "a.@example.org",
        "a..b@example.org",
        "a@exam ple.org", "a@-x.org", "a@x-.org", "a@x..org", "a@[127.0.0.1]", "a@ex_ample.org", "jürgen@example.org",
        "a@example.org\r\nBcc: eve@example.org", "a\0@example.org", "\"a\r\nb\"@example.org", "\"a@example.org",
        "a\"b@example.org",
        "<a@example.org>", "a@b@c.org", "\"\"@example.org", "a@\u{2028}.org", "a@x⁄y.org", "a@ex\u{202E}.org",
        String(repeating: "a", count: 65) + "@example.org", "a@" + String(repeating: "b", count: 64) + ".org",
        "a@" + Array(repeating: String(repeating: "b", count: 60), count: 5).joined(separator: "."),
    ])
    func `what SMTP cannot carry is refused`(text: String) {
        #expect(throws: MailMessagesError.self) { try MailAddress(text) }
    }

    @Test func `case does not make another address`() throws {
        let addresses: Set = [try MailAddress("Alice@Example.org"), try MailAddress("alice@example.ORG")]
        #expect(addresses.count == 1)
    }

    @Test func `a token rides behind a plus`() throws {
        let ours = try MailAddress("crier@example.org")
        let tagged = try ours.tagged("T0KEN")
        #expect(tagged.description == "crier+T0KEN@example.org")
        #expect(tagged.tag == "T0KEN")
        #expect(tagged.untagged == ours)
        #expect(ours.tag == nil)
        #expect(try tagged.tagged("other").description == "crier+other@example.org")
        #expect(throws: MailMessagesError.self) { try ours.tagged(String(repeating: "x", count: 60)) }
        #expect(throws: MailMessagesError.self) { try ours.tagged("a\r\nb") }
        #expect(try MailAddress("+x@example.org").tag == nil)
    }

    @Test(arguments: [
        ("ü", "tda"), ("bücher", "bcher-kva"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
        ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
        ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"), ("안녕", "o70b819a"),
    ])
    func `punycode follows the RFC's samples`(label: String, code: String) {
        #expect(Punycode.encode(label) == code)
    }
}

@Suite struct AddressListTests {
    @Test(arguments: [
        ("alice@example.org", ["|alice@example.org"]),
        ("Alice <alice@example.org>", ["Alice|alice@example.org"]),
        (
            "\"Doe, John\" <john@example.org>, Jane <jane@example.org>",
            ["Doe, John|john@example.org", "Jane|jane@example.org"]
        ),
        ("alice@example.org (Alice \\) (the) Great)", ["Alice ) (the) Great|alice@example.org"]),
        ("A Group:Ed Jones <joe@where.test>,joe@where.test;", ["Ed Jones|joe@where.test", "|joe@where.test"]),
        ("Undisclosed recipients:;", []),
        ("Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>", []),
        ("<@a.test,@b.test:jdoe@example.org>", ["|jdoe@example.org"]),
        ("a@example.org; b@example.org", ["|a@example.org", "|b@example.org"]),
        ("=?utf-8?Q?J=C3=BCrgen?= <j@example.org>", ["Jürgen|j@example.org"]),
        ("\"=?utf-8?B?SsO8cmdlbg==?=\" <j@example.org>", ["Jürgen|j@example.org"]),
        ("Jürgen <j@example.org>", ["Jürgen|j@example.org"]),
        ("<mailto:a@example.org>", ["|a@example.org"]),
        ("john @ example . org", ["|john@example.org"]),
        ("\"quoted local\"@example.org", ["|\"quoted local\"@example.org"]),
        ("Eve <eve@example.org", ["Eve|eve@example.org"]),
        ("\"<admin@bank.test>\" <eve@example.org>", ["<admin@bank.test>|eve@example.org"]),
        ("admin@bank.test <eve@example.org>", ["admin@bank.test|eve@example.org"]),
        ("(comment) , ,, a@example.org,", ["|a@example.org"]),
        ("MAILER-DAEMON", []), ("<>", []), ("", []), ("\"", []), ("(", []), ("\\", []),
        ("a@例え.テスト", ["|a@xn--r8jz45g.xn--zckzah"]),
    ])
    func `address lists are read as they are written`(value: String, expected: [String]) {
        let found = AddressList.mailboxes(value).map { "\($0.name?.text ?? "")|\($0.address)" }
        #expect(found == expected)
    }
}
