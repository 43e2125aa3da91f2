internal import Foundation

/// Shows how a feed is named in a command.
package enum TypedName {
    /// The words that commands take in the place of a name or before one: `unsub all`, `category order off`.
    ///
    /// A feed of such a name is typed in quotation marks. Nobody can give one to a category, a smart feed or a feed.
    package static let commandWords: Set<String> = [
        "all", "everything", "here", "dm", "mail", "mine", "my", "list", "ls", "off", "on", "only", "reset", "none",
        "add", "new", "to", "from", "as", "in", "order", "hide", "show", "rename", "colour",
    ]

    /// The name, otherwise the address.
    ///
    /// Nil if neither can be typed, or if the address may contain a secret.
    package static func of(_ name: String, orAddress address: String?) -> String? {
        if let name = of(name) { return name }
        guard let address, let scheme = address.range(of: "://"), address.utf8.count <= 300 else { return nil }
        let host = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
        let isTypeable = !address.contains { $0.isWhitespace || "\"“”「」`<>\\".contains($0) }
        // A query may contain a key.
        return isTypeable && !host.contains("@") && !address.contains("?") ? address : nil
    }

    /// The name, in quotation marks if needed.
    ///
    /// Nil if no command line would name the feed reliably.
    package static func of(_ name: String) -> String? {
        // Other names would be cut or changed when typed, or read as a number or an address.
        let isSayable = !name.contains { "\"“”「」`<>\\".contains($0) || $0.isNewline } && !name.contains("://")
        guard isSayable, name.contains(where: \.isLetter), BoundedText.name(name) == name else { return nil }
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
        return isPlain && !commandWords.contains(name.lowercased()) ? name : "\"\(name)\""
    }
}
