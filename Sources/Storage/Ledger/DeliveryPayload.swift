import GRDB

/// What queued work carries from whoever queued it to whoever words it.
///
/// It is stored as `{"payload":{"notice":…},"version":2}`. The first version stored the value alone, and of an edit the
/// bare event id: the kind of the delivery says which of them a text is.
package enum DeliveryPayload: Hashable, Sendable, Codable {
    /// The post that an update changes, by the name that its network gave it.
    case edit(eventID: String)
    /// Headlines and digests.
    case slot(SlotPayload)
    case notice(DeliveryNotice)
}

extension DeliveryPayload {
    /// Raised when older programs could misread what is written.
    private static let newestVersion = 2

    private struct Stored: Codable {
        var version: Int
        var payload: DeliveryPayload
    }

    private struct Version: Decodable {
        var version: Int
    }

    /// Nil when the text is of a newer version, or damaged.
    init?(_ text: String, of kind: QueuedDelivery.Kind) {
        if let version = StoredJSON.value(Version.self, from: text)?.version {
            guard version <= Self.newestVersion, let stored = StoredJSON.value(Stored.self, from: text) else {
                return nil
            }
            self = stored.payload
        } else if let first = Self.firstVersion(text, of: kind) {
            self = first
        } else {
            return nil
        }
    }

    /// As it is stored; the same value always gives the same text.
    func encoded() throws -> String { try StoredJSON.text(Stored(version: Self.newestVersion, payload: self)) }

    private static func firstVersion(_ text: String, of kind: QueuedDelivery.Kind) -> DeliveryPayload? {
        switch kind {
        case .news: nil
        case .update: .edit(eventID: text)
        case .headlines, .digest: StoredJSON.value(SlotPayload.self, from: text).map(DeliveryPayload.slot)
        case .notice: StoredJSON.value(DeliveryNotice.self, from: text).map(DeliveryPayload.notice)
        }
    }

    /// What a row of `delivery` carries; it must have the columns `kind` and `payload`.
    init?(row: Row) {
        guard let text = row["payload"] as String?, let kind = QueuedDelivery.Kind(rawValue: row["kind"]) else {
            return nil
        }
        self.init(text, of: kind)
    }
}
