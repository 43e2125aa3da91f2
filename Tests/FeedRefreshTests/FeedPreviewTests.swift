import Foundation
import Testing

@testable import FeedRefresh

@Suite struct FeedPreviewTests {
    private struct Rhythm {
        var daysAgo: [Double]
        var perDay: Double?
    }

    private static let rhythms: [Rhythm] = [
        Rhythm(daysAgo: [0, 0.5, 1], perDay: 2), Rhythm(daysAgo: [0, 10], perDay: 0.1),
        Rhythm(daysAgo: [60, 0, 40], perDay: 2.0 / 60), Rhythm(daysAgo: [3], perDay: nil),
        Rhythm(daysAgo: [], perDay: nil), Rhythm(daysAgo: [1, 1, 1], perDay: nil),
    ]

    @Test func `the rhythm is read from the dates`() throws {
        let now = Date(timeIntervalSince1970: 1_794_830_400)
        for rhythm in Self.rhythms {
            let found = FeedPreview.rhythm(rhythm.daysAgo.map { now.addingTimeInterval(-$0 * 86_400) })
            guard let perDay = rhythm.perDay else {
                #expect(found == nil, "\(rhythm)")
                continue
            }
            #expect(abs(try #require(found) - perDay) < 0.001, "\(rhythm)")
        }
    }
}
