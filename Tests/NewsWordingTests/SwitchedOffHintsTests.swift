import NewsModel
import TestSupport
import Testing

@testable import NewsWording

@Suite(.timed) struct SwitchedOffHintsTests {
    private static let off = SwitchedOffHints.marked("!off 1")

    private static func footer(_ spans: RichText.Span...) -> RichText { RichText([.footer(spans)]) }

    @Test func `a sentence that would have somebody type it is left out, the others stay`() {
        let text = RichText([
            .paragraph(["Nothing is followed here. Follow a site with ", .code(Self.off), "! Or wait."]),
            .item(marker: "1", ["Title. With a stop"]),
        ])
        #expect(
            SwitchedOffHints.leftOut(of: text)
                == RichText([
                    .paragraph(["Nothing is followed here. ", "Or wait."]), .item(marker: "1", ["Title. With a stop"]),
                ])
        )
    }

    @Test func `of several hints those that work stay, and no separator hangs`() {
        let both = Self.footer("(3 more: ", .code("!more"), ") · To read: ", .code(Self.off), "; all: ", .code("!all"))
        #expect(
            SwitchedOffHints.leftOut(of: both)
                == Self.footer("(3 more: ", .code("!more"), ") · ", "all: ", .code("!all"))
        )
        let last = Self.footer("Health: ", .code("!feed 1"), "; stop: ", .code(Self.off))
        #expect(SwitchedOffHints.leftOut(of: last) == Self.footer("Health: ", .code("!feed 1")))
        let chinese = Self.footer("没有未读内容。输入 ", .code(Self.off), " 查看要闻。")
        #expect(SwitchedOffHints.leftOut(of: chinese) == Self.footer("没有未读内容。"))
    }

    @Test func `a line that is nothing but the hint goes, and what holds no hint is as it was`() {
        #expect(SwitchedOffHints.leftOut(of: Self.footer("To read one: ", .code(Self.off))).isEmpty)
        #expect(SwitchedOffHints.leftOut(of: Self.footer("Did you mean \(Self.off)?")).isEmpty)
        let text = RichText([.heading(level: 1, ["A; b. C"]), .preformatted("x\ny"), .paragraph([.strong(["d! "])])])
        #expect(SwitchedOffHints.leftOut(of: text) == text)
    }

    @Test func `where the hint works the mark vanishes`() {
        let text = RichText([.paragraph([.strong([.text(Self.off)]), .code(Self.off)])])
        #expect(SwitchedOffHints.unmarked(text) == RichText([.paragraph([.strong(["!off 1"]), .code("!off 1")])]))
    }

    @Test func `a room's hints are marked by what it has switched off`() {
        var etiquette = RoomEtiquette()
        etiquette.enabledVerbs = ["-read", "more"]
        let hints = CommandHints.inRoom(etiquette, botName: "crier", vocabulary: .forTest)
        #expect(hints.typed("more") == "crier: more")
        #expect(hints.typed("read 1") == SwitchedOffHints.marked("crier: read 1"))
    }
}
