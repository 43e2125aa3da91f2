import Testing

@testable import Games

@Suite struct QuizSheetLineTests {
    private func answers(_ line: String, of count: Int = 3) -> QuizSheetLine.Answers? {
        QuizSheetLine(line)?.answers(of: count)
    }

    @Test(arguments: [
        "1a 2c 3b", "1A2C3B", "3b, 2c, 1a", "1) a 2) c 3) b", "1: a; 2: c; 3: b", "1a，2c、3b", "1-a 2-c 3-b",
    ])
    func `a line is read as people write it`(line: String) {
        #expect(answers(line) == .sheet([0, 2, 1]))
    }

    @Test func `a dash leaves a question out`() {
        #expect(answers("1a 2- 3b") == .sheet([0, nil, 1]))
    }

    @Test(arguments: ["acb", "a c b", "A, C, B", "a，c，b"])
    func `letters alone are the answers in order, if they are as many as the questions`(line: String) throws {
        let letters = try #require(QuizSheetLine(letters: line))
        #expect(letters.isFor(3) && !letters.isFor(5))
        #expect(letters.answers(of: 3) == .sheet([0, 2, 1]))
    }

    @Test(arguments: ["", "a", "abx", "add feed", "a1", "1a 2b", "a b c?"])
    func `other letters are none`(line: String) {
        #expect(QuizSheetLine(letters: line) == nil)
    }

    @Test(arguments: [
        ("6a", QuizSheetLine.Problem.question(6)), ("0a 1b", .question(0)), ("1a 2e 3b", .choice("2e")),
        ("1a 1b", .twice(1)), ("1a 3b", .missing([2])), ("2-", .missing([1, 3])),
    ])
    func `what is wrong is said`(line: String, problem: QuizSheetLine.Problem) {
        #expect(answers(line) == .problem(problem))
    }

    @Test(arguments: [
        "", "a", "abc", "1", "12", "1ab", "a1", "1a 2", "1a hello", "e4 7", "quiz 5", "123a", "1a!", "1 2 a",
    ])
    func `other lines are none`(line: String) {
        #expect(QuizSheetLine(line) == nil)
    }

    @Test func `a long line is none`() {
        #expect(QuizSheetLine(String(repeating: "1a ", count: 10_000)) == nil)
    }
}
