/// An address with an optional display name.
package struct Mailbox: Sendable, Hashable {
    package var name: HeaderText?
    package var address: MailAddress

    package init(name: HeaderText? = nil, address: MailAddress) {
        self.name = name.flatMap { $0.text.isEmpty ? nil : $0 }
        self.address = address
    }

    /// The words of a header.
    ///
    /// A line may be folded between any two of them.
    ///
    /// - Parameter column: the columns already used in the line.
    func tokens(column: Int) -> [String] {
        // Always in brackets, because spam filters distrust bare addresses.
        guard let name else { return ["<\(address)>"] }
        return Self.phrase(name.text, column: column) + ["<\(address)>"]
    }

    /// A display name (RFC 5322, section 3.2.5): unchanged, quoted, or in encoded words.
    static func phrase(_ text: String, column: Int) -> [String] {
        if EncodedWord.isNeeded(for: text) { return EncodedWord.encode(text, column: column) }
        let words = text.split(separator: " ").map(String.init)
        if words.allSatisfy({ $0.utf8.allSatisfy(\.isAtomText) }) { return words }
        var quoted = "\""
        for character in text {
            if character == "\"" || character == "\\" { quoted.append("\\") }
            quoted.append(character)
        }
        return (quoted + "\"").split(separator: " ").map(String.init)
    }
}
