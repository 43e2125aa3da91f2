package import Foundation
import NewsModel
import Storage
import Synchronization

/// The worker's memory of its lanes between two passes.
///
/// It may be lost. After a restart the one part in flight of a lane may be sent twice.
final class LaneStates: Sendable {
    private struct Rest {
        var until: Date
        var dueCount: Int?
        var openCount: Int
    }

    private struct State {
        var isStopping = false
        /// The lanes in work, and whether their network has signalled a change since they were started.
        var busy: [Address: Bool] = [:]
        var rests: [Address: Rest] = [:]
        var budgets: [Address: LineBudget] = [:]
        var unrecorded: [Address: UnrecordedPart] = [:]
    }

    private let state = Mutex(State())

    /// Whether lanes must end after the part in flight.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    func stop() { state.withLock { $0.isStopping = true } }

    /// Selects the lanes to run now: those that are not running, and rest no longer or have changed.
    ///
    /// No network gets more than half of the lanes, so that a stuck network does not block the others.
    func start(_ lanes: [Lane], at now: Date, most: Int) -> [Lane] {
        state.withLock { state in
            let known = Set(lanes.map(\.address))
            state.rests = state.rests.filter { known.contains($0.key) }
            var started: [Lane] = []
            var busyLanes: [String: Int] = [:]
            for address in state.busy.keys { busyLanes[address.network, default: 0] += 1 }
            for lane in lanes where started.count + state.busy.count < most && state.busy[lane.address] == nil {
                let network = lane.address.network
                guard busyLanes[network, default: 0] < max(1, most / 2) else { continue }
                if let rest = state.rests[lane.address], now < rest.until,
                    rest.dueCount ?? lane.dueCount == lane.dueCount,
                    rest.openCount == lane.openCount
                {
                    continue
                }
                state.rests[lane.address] = nil
                started.append(lane)
                busyLanes[network, default: 0] += 1
            }
            for lane in started { state.busy[lane.address] = false }
            return started
        }
    }

    /// Ends the work on a lane.
    ///
    /// It rests until `lookAgainAt` unless its counts change.
    func finish(_ address: Address, _ result: LaneResult?) {
        state.withLock { state in
            let wasWoken = state.busy.removeValue(forKey: address) ?? false
            // The result may be older than the network's signal.
            guard !wasWoken, let result, let until = result.lookAgainAt else { return }
            state.rests[address] = Rest(until: until, dueCount: result.dueCount, openCount: result.openCount)
        }
    }

    /// Ends the rest of every lane of a network that has signalled a change.
    func wake(network: String) {
        state.withLock { state in
            state.rests = state.rests.filter { $0.key.network != network }
            for address in state.busy.keys where address.network == network { state.busy[address] = true }
        }
    }

    /// When the next rest after `now` ends.
    func nextRestEnd(after now: Date) -> Date? {
        state.withLock { state in state.rests.values.map(\.until).filter { $0 > now }.min() }
    }

    /// Remembers a part that the network has confirmed but the store could not record, so that it is not sent again.
    func rememberUnrecorded(_ part: UnrecordedPart, of address: Address) {
        state.withLock { $0.unrecorded[address] = part }
    }

    func unrecorded(of address: Address) -> UnrecordedPart? { state.withLock { $0.unrecorded[address] } }

    func clearUnrecorded(_ address: Address) { state.withLock { $0.unrecorded[address] = nil } }

    func spend(_ lines: Int, on address: Address, at time: Date) {
        state.withLock { $0.budgets[address, default: LineBudget()].spend(lines, at: time) }
    }

    func budget(of address: Address) -> LineBudget { state.withLock { $0.budgets[address] ?? LineBudget() } }
}

/// A part that has arrived but is not recorded in the store yet.
struct UnrecordedPart: Hashable, Sendable {
    var message: MessageID
    var part: Int
}

/// The state of a lane when its work ended.
struct LaneResult: Hashable, Sendable {
    /// Nil when nothing waits.
    var lookAgainAt: Date?
    /// The number of due deliveries that are left; nil when it was not counted.
    var dueCount: Int?
    var openCount: Int
}

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
