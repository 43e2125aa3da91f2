import Foundation
import NewsModel
import Storage
import Synchronization

/// What the worker remembers between two looks at its lanes; nothing here must survive a restart.
///
/// Were it lost, the one part in flight of a lane would repeat, as after a crash.
final class LaneBook: Sendable {
    private struct Rest {
        var until: Date
        var dueCount: Int?
        var openCount: Int
    }

    private struct State {
        var isStopping = false
        /// What is being worked on, and whether something has happened on its network since.
        var busy: [Address: Bool] = [:]
        var rests: [Address: Rest] = [:]
        var budgets: [Address: LineBudget] = [:]
        var unrecorded: [Address: UnrecordedPart] = [:]
    }

    private let state = Mutex(State())

    /// Whether lanes are to end after the part in flight.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    func stop() { state.withLock { $0.isStopping = true } }

    /// Takes the lanes to work on now: not busy, and not resting unless something about them has changed.
    ///
    /// No network gets more than half of the lanes, so that one that is stuck leaves room for the others.
    func take(_ lanes: [Lane], at now: Date, most: Int) -> [Lane] {
        state.withLock { state in
            let known = Set(lanes.map(\.address))
            state.rests = state.rests.filter { known.contains($0.key) }
            var taken: [Lane] = []
            var busyLanes: [String: Int] = [:]
            for address in state.busy.keys { busyLanes[address.network, default: 0] += 1 }
            for lane in lanes where taken.count + state.busy.count < most && state.busy[lane.address] == nil {
                let network = lane.address.network
                guard busyLanes[network, default: 0] < max(1, most / 2) else { continue }
                if let rest = state.rests[lane.address], now < rest.until,
                    rest.dueCount ?? lane.dueCount == lane.dueCount,
                    rest.openCount == lane.openCount
                {
                    continue
                }
                state.rests[lane.address] = nil
                taken.append(lane)
                busyLanes[network, default: 0] += 1
            }
            for lane in taken { state.busy[lane.address] = false }
            return taken
        }
    }

    /// Gives a lane back; it rests until the time unless its counts change.
    func giveBack(_ address: Address, _ result: LaneResult?) {
        state.withLock { state in
            let wasWoken = state.busy.removeValue(forKey: address) ?? false
            // What it has found out may be older than what happened.
            guard !wasWoken, let result, let until = result.lookAgainAt else { return }
            state.rests[address] = Rest(until: until, dueCount: result.dueCount, openCount: result.openCount)
        }
    }

    /// Ends every rest on a network: something happened there.
    func wake(network: String) {
        state.withLock { state in
            state.rests = state.rests.filter { $0.key.network != network }
            for address in state.busy.keys where address.network == network { state.busy[address] = true }
        }
    }

    /// The end of the first rest after a time.
    func nextRestEnd(after now: Date) -> Date? {
        state.withLock { state in state.rests.values.map(\.until).filter { $0 > now }.min() }
    }

    /// Keeps what a network has confirmed and the store could not note: it must not be sent again.
    func keep(_ part: UnrecordedPart, of address: Address) { state.withLock { $0.unrecorded[address] = part } }

    func unrecorded(of address: Address) -> UnrecordedPart? { state.withLock { $0.unrecorded[address] } }

    func isRecorded(_ address: Address) { state.withLock { $0.unrecorded[address] = nil } }

    func spend(_ lines: Int, on address: Address, at time: Date) {
        state.withLock { $0.budgets[address, default: LineBudget()].spend(lines, at: time) }
    }

    func budget(of address: Address) -> LineBudget { state.withLock { $0.budgets[address] ?? LineBudget() } }
}

/// A part that has arrived, while the store does not know yet.
struct UnrecordedPart: Hashable, Sendable {
    var message: MessageID
    var part: Int
}

/// How a lane was left.
struct LaneResult: Hashable, Sendable {
    /// Nil when nothing is left to do.
    var lookAgainAt: Date?
    /// What is left in the queue; nil when it was not counted.
    var dueCount: Int?
    var openCount: Int
}
