import GRDB
package import NewsModel

/// The data stored with a queued delivery: what its message will be worded from.
///
/// It is stored as `{"payload":{"notice":…},"version":2}`. The first version stored the bare value without a version;
/// for an edit it stored the bare event id. The kind of the delivery says how to read such a text.
package enum DeliveryPayload: Hashable, Sendable, Codable {
    /// The event id of the post that is changed, as its network named it.
    case edit(eventID: String)
    case update(StoryUpdate)
    /// For headlines and digests.
    case slot(SlotPayload)
    case notice(DeliveryNotice)
}

extension DeliveryPayload {
    /// Raise it when an older program could misread what is written.
    private static let newestVersion = 2

    private struct Stored: Codable {
        var version: Int
        var payload: DeliveryPayload
    }

    private struct Version: Decodable {
        var version: Int
    }

    /// Nil when the text was written by a newer version or is damaged.
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

    /// The text to store; equal values give equal texts.
    func encoded() throws -> String { try StoredJSON.text(Stored(version: Self.newestVersion, payload: self)) }

    private static func firstVersion(_ text: String, of kind: QueuedDelivery.Kind) -> DeliveryPayload? {
        switch kind {
        case .news, .update: nil
        case .edit: .edit(eventID: text)
        case .headlines, .digest: StoredJSON.value(SlotPayload.self, from: text).map(DeliveryPayload.slot)
        case .notice: StoredJSON.value(DeliveryNotice.self, from: text).map(DeliveryPayload.notice)
        }
    }

    /// The payload of a row of `delivery` that has `kind` and `payload` from a place on; nil when there is none or it
    /// is unreadable.
    init?(row: Row, at start: Int = 0) {
        guard let text = row[start + 1] as String?, let kind = QueuedDelivery.Kind(rawValue: row[start]) else {
            return nil
        }
        self.init(text, of: kind)
    }
}

/// What is new of a story that was sent.
package struct StoryUpdate: Hashable, Sendable, Codable {
    /// The article that brought it.
    package var article: ArticleID
    /// How many sources report it now; nil if that is not new.
    package var sources: Int?
    /// A number as it was sent and as it is now; empty if none has risen.
    package var numbers: [String]
    /// The post that told of the story, on networks where posts can be answered.
    package var post: String?

    package init(article: ArticleID, sources: Int?, numbers: [String], post: String? = nil) {
        self.article = article
        self.sources = sources
        self.numbers = numbers
        self.post = post
    }
}
