/// A place as typed after `to`.
enum PlaceWord: Hashable {
    case here
    case privately
    case mail
    case room(String)

    init?(_ text: String) {
        switch text.lowercased() {
        case "here": self = .here
        case "dm", "pm", "private", "me", "query": self = .privately
        case "mail", "email": self = .mail
        default:
            // Links to Matrix rooms, as clients copy them.
            if text.hasPrefix("https://matrix.to/#/") || text.hasPrefix("matrix:r"), text.utf8.count <= 600 {
                self = .room(text)
                return
            }
            // IRC channels (RFC 2812, 1.3) and Matrix aliases and room ids; `#3` and `#k7f` never stand after "to".
            guard let sign = text.first, "#&+!".contains(sign), text.count > 1, text.count <= 255 else { return nil }
            self = .room(text)
        }
    }
}

extension PlaceWord {
    /// As it is typed after `to`.
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
    /// Whether a mail address stands where a place is expected.
    var namesMailAddress: Bool {
        zip(words, words.dropFirst()).contains { word, next in
            let parts = next.text.split(separator: "@", omittingEmptySubsequences: false)
            return word.keyword == "to" && parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
        }
    }
}
