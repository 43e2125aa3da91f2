package import Foundation
import GRDB
package import NewsModel

extension Store: MatrixKeeping {
    /// The most pictures that are remembered for all networks together; the oldest ones go first.
    static let mostUploadedPictures = 5_000
    /// Seconds for which they are remembered; networks use them for a shorter time.
    static let uploadedPictureAge: TimeInterval = 7 * 86_400

    package func uploadedPicture(
        _ key: String,
        on network: String,
        since start: Date
    ) async throws -> UploadedPicture? {
        try await read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT address, mediaType, bytes, width, height FROM uploadedPicture
                    WHERE network = ? AND key = ? AND uploadedAt >= ?
                    """,
                arguments: [network, KeyHashes(in: db).hash(key, .picture), start.unixSeconds]
            )
            return row.map {
                UploadedPicture(address: $0[0], mediaType: $0[1], bytes: $0[2], width: $0[3], height: $0[4])
            }
        }
    }

    package func keepUploaded(
        _ picture: UploadedPicture,
        as key: String,
        on network: String,
        at time: Date
    ) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO uploadedPicture
                        (network, key, address, mediaType, bytes, width, height, uploadedAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    network, KeyHashes(in: db).hash(key, .picture), picture.address, picture.mediaType, picture.bytes,
                    picture.width, picture.height, time.unixSeconds,
                ]
            )
            try Self.pruneUploadedPictures(at: time, in: db)
        }
    }

    /// Forgets old pictures, and the oldest ones beyond the limit.
    static func pruneUploadedPictures(at time: Date, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM uploadedPicture WHERE uploadedAt < ?",
            arguments: [(time - uploadedPictureAge).unixSeconds]
        )
        try db.execute(
            sql: """
                DELETE FROM uploadedPicture WHERE (network, key) IN (
                    SELECT network, key FROM uploadedPicture ORDER BY uploadedAt DESC LIMIT -1 OFFSET ?)
                """,
            arguments: [mostUploadedPictures]
        )
    }
}
