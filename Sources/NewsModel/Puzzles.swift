/// Chooses the puzzles of one installation, so that nobody can read them from the source.
package struct PuzzleSecret: Hashable, Sendable {
    private let keys: [UInt64]

    /// - Parameter secret: the installation's sixteen random bytes.
    package init(_ secret: some Sequence<UInt8>) { keys = SipHash.keys(secret) }

    /// A number for a purpose such as `word en`.
    ///
    /// Knowing one tells nothing about another.
    package func seed(for purpose: String) -> UInt64 { SipHash.hash(Array("puzzle \(purpose)".utf8), keys) }
}

/// What somebody reached in a puzzle, as one room is told of it.
package struct PuzzleResultID: Hashable, Sendable {
    package var puzzle: PuzzleID
    package var player: ProfileID
    package var room: RoomID

    package init(puzzle: PuzzleID, player: ProfileID, room: RoomID) {
        self.puzzle = puzzle
        self.player = player
        self.room = room
    }
}
