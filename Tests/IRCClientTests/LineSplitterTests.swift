import TestSupport
import Testing

@testable import IRCClient

@Suite struct `Splitting lines` {
    @Test(
        arguments: [
            ("", 10, []),
            ("   ", 10, []),
            ("short", 10, ["short"]),
            ("two words", 5, ["two", "words"]),
            ("one two three", 8, ["one two", "three"]),
            ("a  b", 10, ["a  b"]),
            ("a\nb", 10, ["a b"]),
            ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
            ("日本語です", 6, ["日本", "語で", "す"]),
            ("naïve é", 6, ["naïve", "é"]),
            ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 30, ["👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"]),
            ("see https://example.org/a/b/c now", 24, ["see", "https://example.org/a/b/c", "now"].map { $0 }),
        ] as [(String, Int, [String])]
    )
    func `a text is cut between words, else between characters`(text: String, budget: Int, pieces: [String]) {
        #expect(LineSplitter.split(text, budgetBytes: max(budget, text.contains("https") ? 25 : 0)) == pieces)
    }

    @Test func `a link stays whole when it fits on a line of its own`() {
        let link = "https://example.org/" + String(repeating: "x", count: 60)
        let pieces = LineSplitter.split("Some words before it " + link + " and after", budgetBytes: 82)
        #expect(pieces == ["Some words before it", link, "and after"])
    }

    @Test func `no piece exceeds the budget and no character is lost`() {
        let alphabet = ["a", "é", "東", "🇫🇷", "👩‍👩‍👧‍👦", " ", " ", "e\u{301}\u{302}"]
        for round in 0..<500 {
            let text = (0..<(round % 80)).map { _ in alphabet.randomElement() ?? "" }.joined()
            let budget = 4 + round % 60
            let pieces = LineSplitter.split(text, budgetBytes: budget)
            for piece in pieces { #expect(piece.utf8.count <= budget) }
            #expect(
                pieces.joined().filter { $0 != " " }.unicodeScalars.elementsEqual(
                    text.filter { $0 != " " }.unicodeScalars
                )
            )
        }
    }

    @Test func `a letter under a heap of marks does not exceed the budget`() {
        let heap = "z" + String(repeating: "\u{301}", count: 5_000)
        let pieces = LineSplitter.split(heap, budgetBytes: 400)
        #expect(pieces.allSatisfy { $0.utf8.count <= 400 })
        #expect(pieces.reduce(0) { $0 + $1.utf8.count } == heap.utf8.count)
    }

    @Test func `a long text is split in linear time`() {
        let text = String(repeating: "word 東京 ", count: 20_000)
        var count = 0
        let time = processorTime { count = LineSplitter.split(text, budgetBytes: 400).count }
        #expect(count > 500)
        #expect(time < .seconds(30), "\(time)")
    }
}

@Suite struct `Reading lines` {
    private func read(_ chunks: [[UInt8]], limit: Int = 100) -> (lines: [String], overlong: Int) {
        var reader = LineReader()
        reader.maximumLineBytes = limit
        var lines: [String] = []
        for chunk in chunks { reader.receive(chunk) { lines.append(String(decoding: $0, as: UTF8.self)) } }
        return (lines, reader.overlongLines)
    }

    @Test func `lines split at every byte come out whole`() {
        let stream = Array("PING :a\r\n\r\nPONG b\nNOTICE c\r\n".utf8)
        for cut in 0...stream.count {
            #expect(read([Array(stream[..<cut]), Array(stream[cut...])]).lines == ["PING :a", "PONG b", "NOTICE c"])
        }
        #expect(read(stream.map { [$0] }).lines == ["PING :a", "PONG b", "NOTICE c"])
    }

    @Test func `a line that never ends is thrown away, and the next one is read`() {
        let (lines, overlong) = read([
            [UInt8](repeating: 65, count: 90), [UInt8](repeating: 66, count: 90), [UInt8](repeating: 67, count: 9_000),
            Array("\nPING x\n".utf8),
        ])
        #expect(lines == ["PING x"])
        #expect(overlong == 1)
    }
}
