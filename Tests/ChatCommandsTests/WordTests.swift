import Editorial
import NewsModel
import TestSupport
import Testing

@testable import ChatCommands

@Suite struct WordTests {
    private static let table = CommandTable.standard.knowing(NetworkKind.roomMarks)

    @Test(arguments: [
        "#news", "&local", "+modeless", "!abc:hs.test", "#" + String(repeating: "a", count: 254),
        "https://matrix.to/#/#town:hs.test", "HTTPS://matrix.to/#/%23town%3Ahs.test?via=hs.test",
        "matrix:r/town:hs.test", "matrix:roomid/abc:hs.test",
    ])
    func `a word that begins like a room of any network is a destination`(name: String) {
        #expect(Self.table.destination(name) == .room(name))
        // The table knows no network of its own.
        #expect(CommandTable.standard.destination(name) == nil)
    }

    @Test(arguments: [
        "", "#", "news", "@alice:hs.test", "matrix:u/alice:hs.test", "https://example.org/#news",
        "#" + String(repeating: "a", count: 255),
        "https://matrix.to/#/#" + String(repeating: "a", count: 600),
    ])
    func `other words are no destination`(word: String) {
        #expect(Self.table.destination(word) == nil)
    }

    @Test(arguments: [
        ("sub bbc heise", ["sub", "bbc", "heise"]),
        ("alert add \"data breach\" -sports", ["alert", "add", "data breach", "-sports"]),
        ("x “data breach” y", ["x", "data breach", "y"]), ("「東京」 a", ["東京", "a"]),
        ("open \"never closed", ["open", "never closed"]), ("a　b", ["a", "b"]), ("", []), ("\"\"", [""]),
        ("title:\"heat pump\" x", ["title:heat pump", "x"]),
    ])
    func `words are cut at white space, quotes keep together`(line: String, texts: [String]) {
        #expect(CommandWord.words(in: line).map(\.text) == texts)
    }

    @Test func `a query is put together again as it was typed`() {
        let words = CommandWord.words(in: "title:\"heat  pump\"   (a OR b) -“c d”")
        #expect(Arguments(words).raw == "title:\"heat  pump\" (a OR b) -\"c d\"")
    }

    @Test func `natural order and equal signs are the same`() {
        for line in ["week tech to dm", "range=week topic=tech to=dm", "to dm tech week", "TO DM tech week"] {
            var arguments = Arguments(CommandWord.words(in: line))
            let place = arguments.takeValue("to") { Self.table.destination($0) }
            let period = arguments.takePeriod()
            let topic = arguments.takeRawValue("topic") ?? arguments.text
            #expect(place == .privately, "\(line)")
            #expect(period == .week, "\(line)")
            #expect(topic == "tech", "\(line)")
        }
    }

    @Test func `a word after to that is no place stays in the query`() {
        var arguments = Arguments(CommandWord.words(in: "back to school"))
        let place = arguments.takeValue("to") { Self.table.destination($0) }
        #expect(place == nil)
        #expect(arguments.raw == "back to school")
    }

    @Test func `an address with an equal sign is no key and value`() {
        let word = CommandWord.words(in: "https://example.org/?a=b")[0]
        #expect(word.keyAndValue == nil)
        #expect(word.isURL)
    }

    @Test func `a quoted keyword is not a keyword`() {
        var arguments = Arguments(CommandWord.words(in: "\"urgent\" urgent"))
        let found = [arguments.takeFlag("urgent"), arguments.takeFlag("urgent")]
        #expect(found == [true, false])
        #expect(arguments.raw == "\"urgent\"")
    }

    @Test(arguments: [
        ("3", Reference.number(3)), ("#3", .number(3)), ("last", .last), ("xkcd", .name("xkcd")),
        ("https://xkcd.com", .url("https://xkcd.com")), ("#nonsense", .name("#nonsense")), ("99999", .number(99_999)),
        ("99999999999999999999", .number(.max)), ("0", .number(0)), ("-1", .number(-1)), ("−2", .number(-2)),
        ("－3", .number(-3)), ("–4", .number(-4)), ("—5", .number(-5)), ("-x", .name("-x")), ("-", .name("-")),
        ("#k7f3bq", .story("#k7f3bq")),
    ])
    func `references are told apart`(text: String, reference: Reference) {
        #expect(Reference(CommandWord.words(in: text)[0]) == reference)
    }

    @Test(arguments: [
        ("1 3", [1, 3] as [Int]?), ("1,3", [1, 3]), ("2-4", [2, 3, 4]), ("4-2", nil), ("1 x", nil), ("", nil),
        ("1-9999", nil), ("-1", [-1]), ("2,−3", [2, -3]), ("0", [0]), ("--1", nil), ("−1-99999999999999999999", nil),
    ])
    func `several list numbers`(text: String, numbers: [Int]?) {
        #expect(Reference.numbers(CommandWord.words(in: text)) == numbers)
    }
}
