/// A person under construction.
struct PersonDraft {
    var isOfItem = false
    var name: String?
    var email: String?
    var uri: String?
    /// Text outside of child elements.
    ///
    /// RSS writes a person as text.
    private var text: [UInt8] = []

    mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
        if text.count < 2_000 { text += more.prefix(2_000) }
    }

    /// The name to display.
    var shown: String? {
        if let name, !name.isEmpty { return name }
        if let line = text.withUnsafeBufferPointer({ TitleText.clean($0, isPlain: false) }) {
            return PersonName.read(line)
        }
        return email ?? uri
    }
}

/// Parses the forms in which RSS writes people: `mail@host (Name)`, `Name <mail@host>`, `Name (mail@host)`, a name.
enum PersonName {
    static func read(_ text: String) -> String? {
        let text = text.trimmingSpace()
        guard text.utf8.contains(UInt8(ascii: "@")) else { return text.isEmpty ? nil : String(text) }
        for (open, close) in [("(", ")"), ("<", ">"), ("[", "]")] as [(Character, Character)] {
            guard let start = text.firstIndex(of: open), let end = text[start...].firstIndex(of: close) else {
                continue
            }
            let inside = text[text.index(after: start)..<end].trimmingSpace()
            let before = text[..<start].trimmingSpace()
            let name = before.contains("@") || before.isEmpty ? inside : before
            if !name.isEmpty, !name.contains("@") { return unquoted(name) }
            // The address is repeated in brackets.
            if inside == before, !before.isEmpty { return String(before) }
        }
        // `mail@host Name`
        let words = text.split(separator: " ")
        let names = words.filter { !$0.contains("@") }
        if !names.isEmpty, names.count < words.count { return unquoted(names.joined(separator: " ")[...]) }
        return String(text)
    }

    private static func unquoted(_ name: Substring) -> String {
        guard name.count > 2, name.first == "\"", name.last == "\"" else { return String(name) }
        return String(name.dropFirst().dropLast())
    }
}
