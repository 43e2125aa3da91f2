import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// No value that the program never stored is taken for another one.
@Suite(.timed) struct DamagedRowTests {
    @Test func `a schedule of an unknown kind is no schedule of headlines, and stops no other`() async throws {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile("alice")
        for minute in [450, 451] {
            _ = try await store.addSchedule(
                of: alice.id.recipient,
                kind: .digest,
                minuteOfDay: minute,
                days: .daily,
                at: Identity.sample("alice").address,
                limit: 5,
                time: .sampleNow
            )
        }
        try await store.write { db in try db.execute(sql: "UPDATE schedule SET kind = 'digset' WHERE number = 1") }
        let error = StorageError.damaged(table: "schedule", column: "kind", value: "digset")
        #expect(error.description.contains("schedule.kind is 'digset'"))
        await #expect(throws: error) { try await store.schedules(of: alice.id.recipient) }
        #expect(try await store.activeSchedules().map(\.schedule.number) == [2])
    }

    @Test func `where a reader has a default, the database refuses every value that it does not know`() async throws {
        let readers: [(table: String, column: String, isKnown: (String) -> Bool)] = [
            ("address", "kind", { Address.Kind(rawValue: $0) != nil }),
            ("delivery", "kind", { QueuedDelivery.Kind(rawValue: $0) != nil }),
            ("articleBody", "source", { ArticleBody.Source(rawValue: $0) != nil }),
            ("recipient", "format", { TextFormat(rawValue: $0) != nil }),
            ("recipient", "layout", { ListLayout(rawValue: $0) != nil }),
        ]
        let store = try Store.inMemory()
        for (table, column, isKnown) in readers {
            let schema = try await store.read { db in
                try String.fetchOne(db, sql: "SELECT sql FROM sqlite_master WHERE name = ?", arguments: [table]) ?? ""
            }
            let parts = schema.components(separatedBy: "CHECK (\(column) IN (")
            try #require(parts.count == 2, "\(table).\(column) has no CHECK, or several")
            let values = parts[1].prefix { $0 != ")" }.split(separator: "'").filter { $0 != ", " }.map { String($0) }
            #expect(!values.isEmpty && values.allSatisfy(isKnown), "\(table).\(column): \(values)")
        }
    }
}
