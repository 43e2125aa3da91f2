import Testing

@testable import FeedRefresh

@Suite struct AnalysisProgressTests {
    private func lines(_ steps: [Int], left: [Int]) async -> [AnalysisProgress.Line?] {
        var progress = AnalysisProgress()
        var rest = left[...]
        var lines: [AnalysisProgress.Line?] = []
        for step in steps {
            lines.append(await progress.line(after: step, isFullStep: step == 100) { rest.popFirst() ?? 0 })
        }
        return lines
    }

    @Test func `long work is told of at its beginning, each five thousand articles, and at its end`() async {
        // News in between makes steps that are not full.
        let steps = [100, 37] + Array(repeating: 100, count: 102) + [3, 0]
        let told = await lines(steps, left: [10_240, 5_200, 3]).compactMap(\.self)
        #expect(
            told == [
                AnalysisProgress.Line(text: "Articles begin to be analysed", done: 100, left: 10_240),
                AnalysisProgress.Line(text: "Articles are analysed", done: 5_137, left: 5_200),
                AnalysisProgress.Line(text: "Articles are analysed", done: 10_137, left: 3),
                AnalysisProgress.Line(text: "Articles were analysed", done: 10_340, left: 0),
            ]
        )
    }

    @Test func `little work is not told of`() async {
        #expect(await lines([100, 100, 40, 0, 12, 0, 100, 0], left: [140, 0]).allSatisfy { $0 == nil })
    }
}
