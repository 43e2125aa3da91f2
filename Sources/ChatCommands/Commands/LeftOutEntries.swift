internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage

/// Entries of a feed that were not stored.
struct LeftOutEntries: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Says how many entries of a feed were not stored, and why.
    ///
    /// Nil if all are stored.
    func leftOut(of feed: Feed) async throws -> String? {
        let limits = services.store.limits
        guard let news = try await services.store.leftOutNews(of: feed) else { return nil }
        var sentences: [String] = []
        if news.count > 0 {
            let date = localizer.dateInUTC(Date(timeIntervalSince1970: Double(news.day) * 86_400))
            let facts: [String: MessageArgument] = [
                "n": .number(news.count), "date": .text(date), "limit": .number(limits.newPerDay),
            ]
            sentences.append(localizer.text("quota.leftOut", facts))
        }
        if news.isWithoutShare {
            sentences.append(localizer.text("quota.withoutShare", ["limit": Megabytes.shown(limits.personBytes)]))
        }
        if news.isShortOfSpace { sentences.append(localizer.text("quota.withoutRoom")) }
        return sentences.joined(separator: " ")
    }
}
