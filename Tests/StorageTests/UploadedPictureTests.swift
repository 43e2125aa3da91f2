import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// What is remembered of pictures that a network's server has.
@Suite(.timed) struct UploadedPictureTests {
    private let store: Store
    private let start = Date.sampleNow - 86_400

    init() throws { store = try Store.inMemory() }

    private func picture(_ address: String) -> UploadedPicture {
        UploadedPicture(address: address, mediaType: "image/png", bytes: 9, width: 640, height: 480)
    }

    private func found(_ key: String, on network: String = "home") async throws -> UploadedPicture? {
        try await store.uploadedPicture(key, on: network, since: start)
    }

    @Test func `a picture is found by its key on its network, the newest of a key, and for some time`() async throws {
        try await store.keepUploaded(picture("mxc://a/1"), as: "https://a.test/p", on: "home", at: .sampleNow)
        #expect(try await found("https://a.test/p") == picture("mxc://a/1"))
        #expect(try await found("https://a.test/q") == nil)
        #expect(try await found("https://a.test/p", on: "other") == nil)
        try await store.keepUploaded(picture("mxc://a/2"), as: "https://a.test/p", on: "home", at: .sampleNow)
        #expect(try await found("https://a.test/p") == picture("mxc://a/2"))
        #expect(try await store.uploadedPicture("https://a.test/p", on: "home", since: .sampleNow + 1) == nil)
        try await store.prune(at: .sampleNow + Store.uploadedPictureAge + 1)
        #expect(try await found("https://a.test/p") == nil)
    }

    @Test func `the oldest go when there are too many, and no address of a picture is stored`() async throws {
        try await store.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                    INSERT INTO uploadedPicture (network, key, address, mediaType, bytes, width, height, uploadedAt)
                    SELECT 'home', n, 'mxc://a/' || n, 'image/png', 1, 1, 1, ? + n FROM number
                    """,
                arguments: [Store.mostUploadedPictures, start.unixSeconds]
            )
        }
        try await store.keepUploaded(picture("mxc://a/new"), as: "https://a.test/secret", on: "home", at: .sampleNow)
        let (count, oldest, texts) = try await store.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM uploadedPicture"),
                try Int.fetchOne(db, sql: "SELECT key FROM uploadedPicture ORDER BY uploadedAt LIMIT 1"),
                try String.fetchAll(db, sql: "SELECT network || key || address FROM uploadedPicture")
            )
        }
        #expect(count == Store.mostUploadedPictures && oldest == 2)
        #expect(!texts.contains { $0.contains("a.test") })
        #expect(try await found("https://a.test/secret") == picture("mxc://a/new"))
    }
}
