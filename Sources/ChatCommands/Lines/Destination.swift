internal import NewsModel

/// A destination as typed after `to`.
enum Destination: Hashable {
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
            // Links to Matrix rooms, as copied from a client.
            if text.hasPrefix("https://matrix.to/#/") || text.hasPrefix("matrix:r"), text.utf8.count <= 600 {
                self = .room(text)
                return
            }
            // IRC channels (RFC 2812, 1.3), Matrix aliases and room ids. List numbers (`#3`) and story names do not
            // occur after "to".
            guard let sign = text.first, "#&+!".contains(sign), text.count > 1, text.count <= 255 else { return nil }
            self = .room(text)
        }
    }
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
