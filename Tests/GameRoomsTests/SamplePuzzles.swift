@testable import GameRooms

extension PuzzleLibrary {
    /// One word to be found, crane, and one board of a bee.
    static let sample = PuzzleLibrary { file in
        switch file {
        case "en-answers.txt": "crane"
        case "en-guesses.txt": "slate\nmoist\nbumpy\nvodka\nfjord"
        case "en-bee-words.txt": "table\ncable"
        case "en-bee-boards.txt": "acbdelt"
        default: nil
        }
    }
}
