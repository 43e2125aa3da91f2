import Foundation
import GRDB
import NewsModel

@testable import Storage

/// Recipients become one, are split, and get work at other addresses.
extension LedgerRun {
    mutating func merge() throws -> Transition {
        let pair = people.shuffled(using: &random)
        let (source, target) = (pair[0], pair[1])
        return Transition(
            name: "merge \(source) into \(target)",
            onDatabase: { ledger in
                let (one, other) = (RecipientID(rawValue: source), RecipientID(rawValue: target))
                try ledger.requeueUnsent(of: [one, other])
                try ledger.mergeSlots(of: ScheduleID(rawValue: source), into: ScheduleID(rawValue: target))
                try ledger.merge(one, into: other)
                for table in ["subscription", "alert", "address"] {
                    try ledger.db.execute(
                        sql: "UPDATE \(table) SET recipientID = ? WHERE recipientID = ?",
                        arguments: [target, source]
                    )
                }
            },
            onModel: { model in
                for id in model.messages.keys.sorted() where model.isUnsent(id) {
                    let isTheirs = model.work.values.contains {
                        $0.message == id && [source, target].contains($0.recipient)
                    }
                    if isTheirs { model.requeueUnsent(id) }
                }
                model.mergeSlots(of: source, into: target)
                model.merge(source, into: target)
            }
        )
    }

    /// Somebody leaves a profile with one address and what is subscribed there, for a recipient that has nothing.
    mutating func part() throws -> Transition {
        var owners = try owners()
        let old = people.randomElement(using: &random) ?? 1
        let new = people.first { person in
            person != old && !owners.values.contains { $0.0 == person }
                && !model.work.values.contains { $0.recipient == person }
                && !model.told.contains { $0.recipient == person }
        }
        let places = Set(owners.values.filter { $0.0 == old }.map(\.1)).sorted()
        guard let new, let address = places.randomElement(using: &random) else { return try merge() }
        for (reason, owner) in owners where owner.1 == address { owners[reason] = (new, address) }
        let owned = owners
        return Transition(
            name: "part \(new) from \(old) at \(address)",
            onDatabase: { ledger in
                for (table, column) in [("subscription", "addressID"), ("alert", "addressID"), ("address", "id")] {
                    try ledger.db.execute(
                        sql: "UPDATE \(table) SET recipientID = ? WHERE \(column) = ?",
                        arguments: [new, address]
                    )
                }
                try ledger.split(
                    RecipientID(rawValue: old),
                    to: RecipientID(rawValue: new),
                    at: AddressID(rawValue: address)
                )
            },
            onModel: { $0.part(old, to: new, at: address, owners: owned) }
        )
    }

    mutating func redirect() throws -> Transition {
        let places = (1...6).map(Int64.init).shuffled(using: &random)
        let person = people.randomElement(using: &random) ?? 1
        return Transition(
            name: "redirect \(person) from \(places[0]) to \(places[1])",
            onDatabase: { ledger in
                try ledger.redirect(
                    RecipientID(rawValue: person),
                    from: AddressID(rawValue: places[0]),
                    to: AddressID(rawValue: places[1])
                )
            },
            onModel: { $0.redirect(person, from: places[0], to: places[1]) }
        )
    }
}
