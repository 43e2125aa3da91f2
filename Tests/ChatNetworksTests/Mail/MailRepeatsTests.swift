import NewsModel
import Testing

@testable import ChatNetworks

@Suite struct MailRepeatsTests {
    private func said(_ answers: [(command: String?, lines: [String])]) -> [[String]] {
        let answers = answers.map { answer in
            // What stands in brackets is said at the foot.
            let blocks = answer.lines.map { line in
                line.hasPrefix("(") ? RichText.Block.footer([.text(line)]) : .paragraph([.text(line)])
            }
            return MailAnswer(command: answer.command, messages: [OutgoingMessage(body: RichText(blocks))])
        }
        return MailRepeats.removed(from: answers).map { $0.messages.flatMap { $0.body.blocks.map(\.words) } }
    }

    @Test func `the same answer to commands in a row is given once, below the last`() {
        #expect(said([("sub a", ["yes X"]), ("sub b", ["yes X"]), ("sub c", ["yes X"])]) == [[], [], ["yes X"]])
        #expect(said([("sub a", ["yes X"]), ("news", ["N"]), ("sub b", ["yes X"])]) == [["yes X"], ["N"], ["yes X"]])
        #expect(said([(nil, ["Hi"]), (nil, ["Hi"])]) == [["Hi"], ["Hi"]])
    }

    @Test func `the same closing words are said once, at their last place`() {
        let answers: [(command: String?, lines: [String])] = [
            ("a", ["Added A", "(Confirm)", "(Zone)"]), ("b", ["Added B", "(Confirm)"]), ("c", ["Added C", "(Zone)"]),
            (nil, ["(Confirm)"]),
        ]
        #expect(said(answers) == [["Added A"], ["Added B", "(Confirm)"], ["Added C", "(Zone)"], ["(Confirm)"]])
    }

    @Test func `what two answers found alike stays in both`() {
        let answers: [(command: String?, lines: [String])] = [
            ("feed a", ["A", "No errors.", "(Checks: refresh)"]), ("feed b", ["B", "No errors.", "(Checks: refresh)"]),
        ]
        #expect(said(answers) == [["A", "No errors."], ["B", "No errors.", "(Checks: refresh)"]])
    }

    @Test func `what one answer repeats, and what is in front of a list, stays`() {
        #expect(said([("read 1", ["T", "Same", "Same"])]) == [["T", "Same", "Same"]])
        let list = RichText([.paragraph([.text("One")]), .paragraph([.text("Two")]), .item(marker: "1", [.text("x")])])
        let other = RichText([.paragraph([.text("Three")])] + list.blocks.dropFirst())
        let answers = [list, other].map { MailAnswer(command: "news", messages: [OutgoingMessage(body: $0)]) }
        #expect(MailRepeats.removed(from: answers) == answers)
    }

    @Test func `files are never left out`() {
        var message = OutgoingMessage(body: RichText([.paragraph([.text("A")]), .paragraph([.text("B")])]))
        message.form = .markdown
        let answers = [
            MailAnswer(command: "digest", messages: [message]), MailAnswer(command: "digest", messages: [message]),
        ]
        #expect(MailRepeats.removed(from: answers) == answers)
    }
}
