internal import Foundation

/// Shows how a feed is named in a command.
package enum TypedName {
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
        let hasMeaning = ["to", "from", "in", "all", "everything"].contains(name.lowercased())
        return isPlain && !hasMeaning ? name : "\"\(name)\""
    }
}
