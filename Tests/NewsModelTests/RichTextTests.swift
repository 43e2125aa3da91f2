import Foundation
import NewsModel
import Testing

@Suite struct RichTextTests {
    /// As versions before tables and meanings stored a message: one of each block and span.
    private let frozen = #"""
        {"asNotice":false,"body":{"blocks":[{"heading":{"_1":[{"text":{"_0":"Digest"}}],"level":1}},
        {"paragraph":{"_0":[{"strong":{"_0":[{"text":{"_0":"Bold"}}]}},{"text":{"_0":" & "}},
        {"emphasis":{"_0":[{"text":{"_0":"soft"}}]}},{"code":{"_0":"save 3"}},
        {"link":{"label":"Title","url":"https://a.test/1"}}]}},{"item":{"_1":[{"text":{"_0":"One"}}],"marker":"1"}},
        {"item":{"_1":[{"text":{"_0":"Two"}}]}},{"preformatted":{"_0":"a\nb"}},{"footer":{"_0":[{"text":{"_0":"end"}}]}}]},
        "form":"chat","opensThread":false,"withColour":false}
        """#

    private let everyBlock = RichText([
        .heading(level: 1, ["Digest"]),
        .paragraph([
            .strong(["Bold"]), " & ", .emphasis(["soft"]), .code("save 3"),
            .link(label: "Title", url: "https://a.test/1"),
        ]),
        .item(marker: "1", ["One"]), .item(marker: nil, ["Two"]), .preformatted("a\nb"), .footer(["end"]),
    ])

    @Test func `a message that an older version froze is read as it was meant`() throws {
        let message = try JSONDecoder().decode(OutgoingMessage.self, from: Data(frozen.utf8))
        #expect(message == OutgoingMessage(body: everyBlock))
        let encoded = try JSONEncoder().encode(everyBlock)
        let body = try JSONSerialization.jsonObject(with: encoded) as? NSDictionary
        let stored = try JSONSerialization.jsonObject(with: Data(frozen.utf8)) as? [String: Any]
        #expect(body == stored?["body"] as? NSDictionary)
    }

    /// As versions with tables and meanings store a message: one of each block and span that came with them.
    private let frozenWithTables = #"""
        {"asNotice":true,"body":{"blocks":[{"paragraph":{"_0":[
        {"meaning":{"_0":{"category":{"_0":"sports"}},"_1":[{"text":{"_0":"Sports"}}]}},
        {"meaning":{"_0":{"signal":{"_0":"breaking"}},"_1":[{"text":{"_0":"BREAKING"}}]}},
        {"symbol":{"_0":"▲","words":"up"}},
        {"picture":{"alternative":"A ferry","url":"https://a.test/1.png"}}]}},
        {"table":{"_0":{"columns":[{"alignment":"leading","heading":"Player"},{"alignment":"trailing","heading":"Points"}],
        "rows":[[[{"text":{"_0":"alice"}}],[{"text":{"_0":"5"}}]]]}}},
        {"grid":{"_0":{"rows":[{"squares":[{"state":"right","text":"C"},{"text":"R"}],"words":"C, r"}]}}}]},
        "form":"chat","isPlain":true,"opensThread":false,"withColour":true}
        """#

    private let everyNewerBlock = RichText([
        .paragraph([
            .meaning(.category(.sports), ["Sports"]), .meaning(.signal(.breaking), ["BREAKING"]),
            .symbol("▲", words: "up"), .picture(alternative: "A ferry", url: "https://a.test/1.png"),
        ]),
        .table(RichText.Table(columns: [.init("Player"), .init("Points", .trailing)], rows: [[["alice"], ["5"]]])),
        .grid(RichText.Grid(rows: [.init([.init("C", .right), .init("R")], words: "C, r")])),
    ])

    @Test func `tables, boards, meanings and pictures that were frozen are read as they were meant`() throws {
        let message = try JSONDecoder().decode(OutgoingMessage.self, from: Data(frozenWithTables.utf8))
        var expected = OutgoingMessage(body: everyNewerBlock, asNotice: true, withColour: true)
        expected.isPlain = true
        #expect(message == expected)
        let body = try JSONSerialization.jsonObject(with: JSONEncoder().encode(everyNewerBlock)) as? NSDictionary
        let stored = try JSONSerialization.jsonObject(with: Data(frozenWithTables.utf8)) as? [String: Any]
        #expect(body == stored?["body"] as? NSDictionary)
    }

    @Test func `every meaning, table, board and picture is read as it was written`() throws {
        let text = RichText([
            .paragraph(
                Meaning.allCases.map { .meaning($0, ["x"]) }
                    + [.symbol("▲", words: "up"), .picture(alternative: "A ferry", url: "https://a.test/1.png")]
            ),
            .table(
                RichText.Table(columns: [.init("Player"), .init("Points", .trailing)], rows: [[["alice"], ["5"]]])
            ),
            .grid(RichText.Grid(rows: [.init([.init("C", .right), .init("", .empty), .init("R")], words: "C..")])),
        ])
        #expect(try JSONDecoder().decode(RichText.self, from: JSONEncoder().encode(text)) == text)
    }

    @Test func `an icon that was frozen is read as it was meant, and is no words`() throws {
        let frozen = #"{"blocks":[{"paragraph":{"_0":[{"icon":{"of":7}},{"text":{"_0":"Example"}}]}}]}"#
        let text = RichText([.paragraph([.icon(of: FeedID(rawValue: 7)), "Example"])])
        #expect(try JSONDecoder().decode(RichText.self, from: Data(frozen.utf8)) == text)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(text), as: UTF8.self) == frozen)
        #expect(text.blocks[0].words == "Example")
        #expect(text.inPlainFormat == .plain("Example"))
    }

    @Test func `in plain format symbols, tables and boards are words`() {
        let text = RichText([
            .item(marker: "1", [.meaning(.category(.sports), [.symbol("🏅", words: "Sports")]), " Stadium Wire"]),
            .table(
                RichText.Table(
                    columns: [.init("", .trailing), .init("Player"), .init("Points", .trailing)],
                    rows: [[["1"], [.strong(["alice"])], ["5"]], [["2"], ["bob"], []]]
                )
            ),
            .grid(RichText.Grid(rows: [.init([.init("C", .right), .init("R", .wrong)], words: "cr G.")])),
            .paragraph([.picture(alternative: "A ferry", url: "https://a.test/1.png")]),
        ])
        #expect(
            text.inPlainFormat
                == RichText([
                    .item(marker: "1", ["Sports", " Stadium Wire"]),
                    .paragraph(["1", ", ", "Player: ", .strong(["alice"]), ", ", "Points: ", "5"]),
                    .paragraph(["2", ", ", "Player: ", "bob"]), .paragraph(["cr G."]),
                    .paragraph([.picture(alternative: "A ferry", url: "https://a.test/1.png")]),
                ])
        )
        var message = OutgoingMessage(body: text, withColour: true)
        #expect(message.inFormat(.rich) == message)
        message = message.inFormat(.plain)
        #expect(message.body == text.inPlainFormat && !message.withColour && message.isPlain == true)
    }

    @Test func `in plain format commas separate the parts of a line, and nothing is a bullet`() {
        let title = RichText.Span.strong(["Tide · rises — slowly"])
        let link = RichText.Span.link(label: "Why now?", url: "https://a.test/1")
        let text = RichText([
            .heading(level: 2, ["Digest", " · ", .meaning(.category(.sports), ["Sports"])]),
            .item(marker: "1", [title, " — Harbour · 2h ago · #k7f"]),
            .item(marker: "2", [link, " — ", "Harbour"]),
            .item(marker: nil, ["Quiet from 07:30–09:00 — a well-known rule"]),
            .paragraph(["• One of the list"]),
            .paragraph([.code("help"), " · ", .code("set lang <language> · set tz <place>")]),
            .footer([.emphasis(["France · French"]), " — "]),
            .item(marker: "3", ["(Live) Ferry sails (again)", " — Harbour"]),
            // A remark in brackets is a sentence of its own.
            .footer(["(30 more: ", .code("more"), ")", " · ", "To read one: ", .code("read 1")]),
            .footer(["（30 ", .code("more"), "）", " · ", .code("read 1")]),
        ])
        let plain = RichText([
            .heading(level: 2, ["Digest", ", ", "Sports"]),
            .item(marker: "1", [title, ", Harbour, 2h ago, #k7f"]),
            .item(marker: "2", [link, " ", "Harbour"]),
            .paragraph(["Quiet from 07:30–09:00 — a well-known rule"]),
            .paragraph(["One of the list"]),
            .paragraph([.code("help"), ", ", .code("set lang <language>, set tz <place>")]),
            .footer([.emphasis(["France, French"]), ", "]),
            .item(marker: "3", ["(Live) Ferry sails (again)", ", Harbour"]),
            .footer(["(30 more: ", .code("more"), ")", " ", "To read one: ", .code("read 1")]),
            .footer(["（30 ", .code("more"), "）", " ", .code("read 1")]),
        ])
        #expect(text.inPlainFormat == plain)
        #expect(plain.inPlainFormat == plain)
    }

    @Test func `a long table is cut between rows, and each piece has the headings`() {
        let columns: [RichText.Table.Column] = [.init("Player")]
        let table = RichText.Table(columns: columns, rows: (0..<25).map { [[.text("p\($0)")]] })
        let pieces = RichText.Block.table(table).split(rows: 10)
        #expect(pieces.map(\.lineCount) == [10, 10, 5])
        #expect(pieces.map(\.words).joined(separator: "\n").components(separatedBy: "Player").count == 4)
        #expect(RichText.Block.paragraph(["x"]).split(rows: 1) == [.paragraph(["x"])])
    }
}
