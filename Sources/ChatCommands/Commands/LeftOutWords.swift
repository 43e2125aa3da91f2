internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage

extension CommandContext {
    /// What of a feed's news was too much to keep; nil when all is there.
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
        if news.isWithoutRoom { sentences.append(localizer.text("quota.withoutRoom")) }
        return sentences.joined(separator: " ")
    }
}
