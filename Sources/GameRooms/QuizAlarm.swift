import Foundation
import NewsModel

/// The next deadline of all rounds, which can be called off: a question that is confirmed has a shorter one.
struct QuizAlarm: Sendable {
    let date: Date
    private let isOff: AsyncStream<Void>
    private let off: AsyncStream<Void>.Continuation

    init(_ date: Date) {
        self.date = date
        (isOff, off) = AsyncStream.makeStream()
    }

    func turnOff() { off.finish() }

    /// Waits until it is time or the alarm is off; whether it is time.
    func rings(by time: any TimeSource) async -> Bool {
        await withTaskGroup(of: Bool.self) { race in
            race.addTask { (try? await time.sleep(until: date)) != nil }
            race.addTask { [isOff] in
                for await _ in isOff {}
                return false
            }
            let isTime = await race.next() ?? false
            race.cancelAll()
            return isTime
        }
    }
}
