internal import NewsModel

/// A destination as typed after `to`.
enum Destination: Hashable {
    case here
    case privately
    case mail
    case room(String)

    /// Nil for a word that names no destination.
    init?(_ text: String, rooms: RoomMarks) {
        switch text.lowercased() {
        case "here": self = .here
        case "dm", "pm", "private", "me", "query": self = .privately
        case "mail", "email": self = .mail
        default:
            // List numbers (`#3`) and story names begin with such a sign too, but do not stand after `to`.
            guard rooms.areIn(text) else { return nil }
            self = .room(text)
        }
    }
}

extension CommandTable {
    /// The destination that a word names; nil for other words.
    func destination(_ text: String) -> Destination? { Destination(text, rooms: rooms) }
}

extension Destination {
    /// The word in a hint.
    var hint: HintLine { if case .room(let name) = self { "\(name)" } else { HintLine(typed) } }

    /// The word as typed after `to`.
    var typed: String {
        switch self {
        case .here: "here"
        case .privately: "dm"
        case .mail: "mail"
        case .room(let name): name
        }
    }
}

extension Arguments {
    /// Whether a mail address follows `to`.
    var namesMailAddress: Bool {
        zip(words, words.dropFirst()).contains { word, next in
            let parts = next.text.split(separator: "@", omittingEmptySubsequences: false)
            return word.keyword == "to" && parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
        }
    }
}
