import NewsModel
import Parallelism

/// Which room each part for a person was sent into, kept over restarts, so that a repeat goes there too.
///
/// Homeservers fold a repeated transaction only within its room, and a person may have several.
actor PersonalParts {
    private static let most = 50

    private let kept: KeptMatrixState
    private let turn = Slots()
    /// Parts that are never sent again.
    private var finished = BoundedMap<String, Bool>(limit: 10_000)

    init(kept: KeptMatrixState) { self.kept = kept }

    /// The room that a part may be in already, and the one that the person's newest part went into.
    func rooms(of key: PartKey, for user: String) async throws -> (own: String?, newest: String?) {
        let parts = try await kept.personalParts(for: user)
        return (parts.last { $0.key == key.text }?.room, parts.last?.room)
    }

    /// Notes where a part goes, before it leaves.
    func note(_ key: PartKey, for user: String, in room: String) async throws {
        try await turn.take()
        defer { turn.give() }
        let parts = try await kept.personalParts(for: user)
        let part = KeptMatrixState.PersonalPart(key: key.text, room: room)
        guard !parts.contains(part) else { return }
        let open = parts.filter { $0.key != key.text && finished[$0.key] == nil }
        try await kept.setPersonalParts(open.suffix(Self.most - 1) + [part], for: user)
        for part in parts { finished[part.key] = nil }
    }

    func finish(_ key: PartKey) { finished[key.text] = true }
}
