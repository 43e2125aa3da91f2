/// What the log tells of long work: its beginning, each so many articles, and its end.
struct AnalysisProgress {
    /// A line for the log.
    struct Line: Equatable {
        var text: String
        var done: Int
        var left: Int
    }

    /// Articles that were analysed since none were left.
    private var done = 0
    /// When so many are done, it is looked at how many are left.
    private var nextLooked = 0
    private var hasBegun = false

    /// The log tells of work on more articles than this, and then each time that so many are done.
    private static let fewest = 1_000
    private static let told = 5_000

    /// The line after a step of so many articles, 0 when none were left; nil for most steps.
    mutating func line(
        after found: Int,
        isFullStep: Bool,
        left: () async throws -> Int
    ) async rethrows -> Line? {
        guard found > 0 else {
            defer { self = AnalysisProgress() }
            return hasBegun ? Line(text: "Articles were analysed", done: done, left: 0) : nil
        }
        done += found
        guard isFullStep, done >= nextLooked else { return nil }
        nextLooked = done + Self.told
        let left = try await left()
        guard hasBegun || done + left > Self.fewest else { return nil }
        defer { hasBegun = true }
        return Line(text: hasBegun ? "Articles are analysed" : "Articles begin to be analysed", done: done, left: left)
    }
}
