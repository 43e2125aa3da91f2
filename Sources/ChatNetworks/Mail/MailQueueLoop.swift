import Foundation
import Logging
import NewsModel

/// Takes kept mail up as it comes and as it is due, a bounded number at a time.
struct MailQueueLoop: Sendable {
    let intake: MailIntake
    let answering: MailAnswering

    /// Mails in memory with all they hold, at most.
    private static let batch = 4
    private static let afterFailure: TimeInterval = 30

    private var time: any TimeSource { intake.time }

    /// Runs until cancelled.
    func run() async throws {
        let (stream, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        var wakes = stream.makeAsyncIterator()
        let arrivals = intake.keeping.mailArrivals()
        await withDiscardingTaskGroup { group in
            group.addTask { for await _ in arrivals { bell.yield() } }
            var next: Date?
            repeat {
                next = await pass { id in
                    group.addTask { await answering.work(from: id) { bell.yield() } }
                }
            } while await isWoken(&wakes, bell, at: next)
            group.cancelAll()
        }
        try Task.checkCancellation()
    }

    /// Waits for the bell, which also rings at a time; false when it never will again.
    private func isWoken(
        _ wakes: inout AsyncStream<Void>.Iterator,
        _ bell: AsyncStream<Void>.Continuation,
        at alarm: Date?
    ) async -> Bool {
        await withDiscardingTaskGroup { group in
            if let alarm {
                group.addTask {
                    do { try await time.sleep(until: alarm) } catch { return }
                    bell.yield()
                }
            }
            // The alarm ends with the wait: the next pass knows its own.
            defer { group.cancelAll() }
            return await wakes.next() != nil
        }
    }

    /// Takes what is due; gives when to look again at the latest.
    private func pass(_ begin: (Int64) -> Void) async -> Date? {
        do {
            while !Task.isCancelled, intake.desk.room > 0 {
                let mails = try await due()
                if mails.isEmpty { break }
                for mail in mails where !Task.isCancelled {
                    if try await intake.take(mail) { begin(mail.id) }
                }
            }
            // With a full desk, whoever finishes rings.
            guard intake.desk.room > 0 else { return nil }
            return try await intake.keeping.nextKeptMail(network: intake.options.name, after: time.now)
        } catch {
            if Task.isCancelled { return nil }
            intake.log.error(
                "Kept mail not taken",
                metadata: ["network": "\(intake.options.name)", "error": "\(error)"]
            )
            return time.now.addingTimeInterval(Self.afterFailure)
        }
    }

    /// Due mails that nobody works on.
    private func due() async throws -> [KeptMail] {
        let limit = min(Self.batch, intake.desk.room)
        let network = intake.options.name
        let found = try await intake.keeping.keptMail(network: network, dueAt: time.now, limit: limit)
        let mails = found.filter { !intake.desk.contains($0.id) }
        if !mails.isEmpty || found.isEmpty { return mails }
        // Slow ones are due again while they are worked on: later, then.
        for mail in found {
            try await intake.keeping.postponeMail(mail.id, until: time.now.addingTimeInterval(600))
        }
        return try await due()
    }
}
