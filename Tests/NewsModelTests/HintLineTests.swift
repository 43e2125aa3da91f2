import NewsModel
import Testing

@Suite struct HintLineTests {
    @Test(
        arguments: [
            "alert \(1) remove", "quiet off", "unsub \("Today in all")",
            "alert add \("to the moon") urgent cooldown \("2h")",
        ] as [HintLine]
    )
    func `a stored line keeps apart what is fixed and what is inserted`(line: HintLine) {
        #expect(HintLine(stored: line.stored) == line)
        #expect(HintLine(stored: line.stored).text == line.text)
    }

    @Test func `of a line that somebody typed only the command is fixed`() {
        #expect(HintLine(stored: "unsub Today in all") == "unsub\(" Today in all")")
    }
}
