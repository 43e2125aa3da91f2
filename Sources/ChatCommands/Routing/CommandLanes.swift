internal import NewsModel

/// One command at a time per person, in order, with a bound on all that waits.
actor CommandLanes {
    enum Place: Equatable {
        /// Nobody works for this person: start a worker.
        case start
        case queued
        /// Too much waits already.
        case full
    }

    private var waiting: [String: [IncomingMessage]] = [:]
    private var total = 0
    private let maximumPerPerson: Int
    private static let maximumTotal = 500

    init(maximumPerPerson: Int = 10) { self.maximumPerPerson = maximumPerPerson }

    func enqueue(_ message: IncomingMessage, for person: String) -> Place {
        guard total < max(Self.maximumTotal, maximumPerPerson),
            waiting[person, default: []].count < maximumPerPerson
        else {
            return .full
        }
        let place: Place = waiting[person] == nil ? .start : .queued
        waiting[person, default: []].append(message)
        total += 1
        return place
    }

    /// The person's next message; nil ends the lane, and the next message needs a new worker.
    func next(for person: String) -> IncomingMessage? {
        guard var queue = waiting[person], !queue.isEmpty else {
            waiting[person] = nil
            return nil
        }
        let message = queue.removeFirst()
        waiting[person] = queue
        total -= 1
        return message
    }
}
