import Foundation
import Logging
import NewsModel
import Waking

/// Processes stored mail when it arrives and when it is due; a limited number at a time.
struct MailQueueLoop: Sendable {
    let intake: MailIntake
    let answering: MailAnswering

    /// How many mails are loaded at once.
    private static let batch = 4
    private static let afterFailure: TimeInterval = 30

    private var time: any TimeSource { intake.time }

    /// Runs until cancelled.
    func run() async throws {
        let (ends, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let signals = [intake.keeping.mailArrivals(), ends]
        await withDiscardingTaskGroup { group in
            await WakeLoop(time: time, signals: signals).run {
                await pass { id in
                    group.addTask { await answering.work(from: id) { bell.yield() } }
                }
            }
            group.cancelAll()
        }
        try Task.checkCancellation()
    }

    /// Processes all due mails; returns the latest time of the next pass.
    private func pass(_ begin: (Int64) -> Void) async -> Date? {
        do {
            while !Task.isCancelled, intake.desk.freeCapacity > 0 {
                let mails = try await due()
                if mails.isEmpty { break }
                for mail in mails where !Task.isCancelled {
                    if try await intake.process(mail) { begin(mail.id) }
                }
            }
            // With a full desk, the next finished mail starts a pass.
            guard intake.desk.freeCapacity > 0 else { return nil }
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

    /// Due mails that are not in work.
    private func due() async throws -> [KeptMail] {
        let limit = min(Self.batch, intake.desk.freeCapacity)
        let network = intake.options.name
        let found = try await intake.keeping.keptMail(network: network, dueAt: time.now, limit: limit)
        let mails = found.filter { !intake.desk.contains($0.id) }
        if !mails.isEmpty || found.isEmpty { return mails }
        // Slow mails become due again while they are in work; postpone them.
        for mail in found {
            try await intake.keeping.postponeMail(mail.id, until: time.now.addingTimeInterval(600))
        }
        return try await due()
    }
}
