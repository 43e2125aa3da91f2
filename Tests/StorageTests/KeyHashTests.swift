import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite struct KeyHashTests {
    /// The numbers were computed by another program.
    ///
    /// With other ones, all news would be new again after an update.
    @Test func `what is stored of keys stays what it is`() async throws {
        let store = try Store.inMemory()
        try await store.write { db in
            try db.execute(sql: "UPDATE storyNaming SET secret = x'000102030405060708090a0b0c0d0e0f'")
        }
        let entry = NewArticle(
            title: "Town decides on bridge",
            canonicalURL: "example.org/1",
            titleKey: "town decides on bridge",
            keys: ["guid 1"]
        )
        try await store.sampleRefresh(try await store.sampleFeed(), [entry])
        let (ofEntry, ofStory) = try await store.read { db in
            (
                try Int64.fetchSet(db, sql: "SELECT key FROM articleKey"),
                try Row.fetchAll(db, sql: "SELECT key, isTitle FROM storyKey ORDER BY isTitle")
                    .map { StoredKey(key: $0[0], isTitle: $0[1]) }
            )
        }
        // The key alone, and the key with the title, because an entry has at least two.
        #expect(ofEntry == [5_040_322_621_312_301_514, 1_646_256_751_581_227_784])
        #expect(
            ofStory == [
                StoredKey(key: 4_609_330_247_254_824_194, isTitle: false),
                StoredKey(key: -7_826_068_622_521_879_967, isTitle: true),
            ]
        )
    }

    private struct StoredKey: Equatable {
        var key: Int64
        var isTitle: Bool
    }
}
