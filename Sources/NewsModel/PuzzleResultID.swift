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
