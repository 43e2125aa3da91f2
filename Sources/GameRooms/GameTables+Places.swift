import Foundation
package import Games
package import NewsModel
import Parallelism
import Storage

/// A game that keeps another one waiting in a room.
package enum GoingGame: Hashable, Sendable {
    case quiz
    case puzzle(PuzzleKind)
}

/// Decides who may play where: a room plays one game at a time, and at one table one move is made after the other.
///
/// Who takes a game's place or moves holds the table's turn meanwhile. Nobody waits for the turns of other tables.
extension GameTables {
    /// A puzzle that a room plays together.
    struct GoingPuzzle: Hashable {
        var kind: PuzzleKind
        var number: Int
        /// When the last move was made.
        var movedAt: Date

        /// From then on it keeps no other game waiting.
        var restsAt: Date { movedAt + RoomPuzzles.patience }
    }

    /// A table: a room or the private chat of a quiz, or a person's puzzle.
    enum Turn: Hashable {
        case place(RecipientID)
        case seat(ProfileID, PuzzleID)
    }

    /// Who moves at a table, and who waits there.
    struct TurnLine {
        let slots = Slots(1)
        var users = 0
    }

    /// The game that keeps another one waiting in a room; nil if the place is free.
    ///
    /// - Parameters:
    ///   - number: the room's day. A puzzle of another day keeps nothing waiting.
    ///   - kind: the puzzle that is to be played.
    package func goingGame(in place: RecipientID, day number: Int, besides kind: PuzzleKind) async throws -> GoingGame?
    {
        try await readGoing()
        guard playing[place] == nil else { return .quiz }
        guard let puzzle = goingPuzzle(in: place, day: number), puzzle.kind != kind else { return nil }
        return .puzzle(puzzle.kind)
    }

    /// The puzzle of a day in which a room has made a move within so many seconds.
    func goingPuzzle(
        in place: RecipientID,
        day number: Int,
        within patience: Double = RoomPuzzles.patience
    ) -> GoingPuzzle? {
        guard let puzzle = going[place], puzzle.number == number else { return nil }
        return puzzle.movedAt + patience > time.now ? puzzle : nil
    }

    /// Reads once which puzzles the last run has left.
    func readGoing() async throws {
        guard !hasReadGoing else { return }
        let open = try await store.openRoomPlays(since: time.now - RoomPuzzles.patience)
        // Somebody else may have read them meanwhile, and moves may have been made since.
        guard !hasReadGoing else { return }
        hasReadGoing = true
        for play in open {
            guard let kind = PuzzleKind(rawValue: play.kind) else { continue }
            going[play.room.recipient] = GoingPuzzle(kind: kind, number: play.number, movedAt: play.movedAt)
        }
        change.yield()
    }

    /// Frees the places of puzzles that nobody has gone on with; nothing is said.
    func putDownResting() {
        let now = time.now
        going = going.filter { $0.value.restsAt > now }
    }

    /// Frees the place of a puzzle that is over.
    func putDown(_ kind: PuzzleKind, in place: RecipientID) {
        if going[place]?.kind == kind { going[place] = nil }
    }

    // MARK: - Turns

    /// Waits for the turn at a table, which `giveTurn` must follow.
    ///
    /// Throws only `CancellationError`, without the turn.
    func takeTurn(_ turn: Turn) async throws {
        var line = lines[turn] ?? TurnLine()
        line.users += 1
        lines[turn] = line
        do {
            try await line.slots.take()
        } catch {
            leave(turn)
            throw error
        }
    }

    func giveTurn(_ turn: Turn) {
        lines[turn]?.slots.give()
        leave(turn)
    }

    private func leave(_ turn: Turn) {
        lines[turn]?.users -= 1
        if lines[turn]?.users == 0 { lines[turn] = nil }
    }
}
