package import Foundation

/// Counts the lines posted to a room in the last hour.
package struct LineBudget: Hashable, Sendable {
    private var spent: [(time: Date, lines: Int)] = []

    package init() {}

    package static func == (left: LineBudget, right: LineBudget) -> Bool {
        left.spent.elementsEqual(right.spent) { $0.time == $1.time && $0.lines == $1.lines }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(spent.count) }

    package mutating func spend(_ lines: Int, at time: Date) {
        spent.removeAll { time.timeIntervalSince($0.time) >= 3600 }
        spent.append((time, lines))
    }

    package func left(of linesPerHour: Int, at time: Date) -> Int {
        max(0, linesPerHour - current(at: time).reduce(0) { $0 + $1.lines })
    }

    /// When the oldest counted lines are an hour old and no longer count.
    package func nextRelease(at time: Date) -> Date? { current(at: time).first?.time.addingTimeInterval(3600) }

    private func current(at time: Date) -> [(time: Date, lines: Int)] {
        spent.filter { time.timeIntervalSince($0.time) < 3600 }
    }
}
