package import GameRooms
internal import Logging
package import NewsModel
internal import Storage

/// What a reply tells of a game.
///
/// Its keys are the same after a restart, so that it is told once.
package enum ToldOfGame: Hashable, Sendable {
    /// What a quiz round keeps until it is said.
    case quiz(SaidSteps)
    /// What somebody reached in a puzzle.
    case result(PuzzleResultID)

    /// The key of a part; parts from 0.
    func key(_ part: Int) -> PartKey {
        switch self {
        case .quiz(let said): said.key(part)
        case .result(let result): .puzzleResult(result, part: part)
        }
    }

    /// Notes that it was told, or that it could not be sent.
    func settle(wasSent: Bool, _ services: CommandServices) async {
        switch self {
        case .quiz(let said):
            if wasSent { await services.games?.said(said) } else { await services.games?.notSaid(said) }
        case .result(let result):
            guard wasSent else { return }
            do {
                try await services.store.noteTold(result, at: services.time.now)
            } catch {
                services.log.error("Told result not noted", metadata: ["error": "\(error)"])
            }
        }
    }
}
