import NewsModel
import Parallelism

/// Stores the room that each part for a person was sent to, so that a repeat is sent to the same room.
///
/// Homeservers recognise a repeated transaction only within one room, and a person may have several rooms.
actor PersonalParts {
    private static let most = 50

    private let kept: MatrixStateStore
    private let turn = Slots()
    /// Parts that will not be sent again.
    private var finished = BoundedMap<PartKey, Bool>(limit: 10_000)

    init(kept: MatrixStateStore) { self.kept = kept }

    /// The room that a part may be in already, and the room of the person's newest part.
    func rooms(of key: PartKey, for user: String) async throws -> (own: String?, newest: String?) {
        let parts = try await kept.personalParts(for: user)
        return (parts.last { $0.key == key }?.room, parts.last?.room)
    }

    /// Stores the room of a part before the part is sent.
    func note(_ key: PartKey, for user: String, in room: String) async throws {
        try await turn.take()
        defer { turn.give() }
        let parts = try await kept.personalParts(for: user)
        let part = MatrixStateStore.PersonalPart(key: key, room: room)
        guard !parts.contains(part) else { return }
        let open = parts.filter { $0.key != key && finished[$0.key] == nil }
        try await kept.setPersonalParts(open.suffix(Self.most - 1) + [part], for: user)
        for part in parts { finished[part.key] = nil }
    }

    func finish(_ key: PartKey) { finished[key] = true }
}
