internal import Foundation

/// A host name for mail: lower case ASCII, with `xn--` for other letters.
///
/// Names of one label (`localhost`) are allowed; address literals are not.
package struct MailDomain: Sendable, Hashable, CustomStringConvertible {
    package let name: String

    package var description: String { name }

    /// Letters outside ASCII are converted to punycode (RFC 5891, with Unicode's compatibility mapping).
    package init(_ text: some StringProtocol) throws(MailMessagesError) {
        guard text.utf8.count <= 1_000, let name = Self.ascii(String(text)) else {
            throw .invalidDomain(String(text.prefix(100)))
        }
        self.name = name
    }

    /// Whether it is `other` or a subdomain of it.
    package func isWithin(_ other: MailDomain) -> Bool {
        name == other.name || name.hasSuffix("." + other.name)
    }

    private static func ascii(_ text: String) -> String? {
        let mapped =
            text.utf8.allSatisfy { $0 < 0x80 }
            ? text.lowercasedASCII
            : text.precomposedStringWithCompatibilityMapping.lowercased().precomposedStringWithCompatibilityMapping
                .replacingOccurrences(of: "。", with: ".")
        var labels = mapped.split(separator: ".", omittingEmptySubsequences: false)
        // A name may end with the dot of the root.
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        var converted: [String] = []
        for label in labels {
            guard let label = asciiLabel(label) else { return nil }
            converted.append(label)
        }
        let name = converted.joined(separator: ".")
        // RFC 1035: 255 octets, including the lengths and the root.
        return name.utf8.count <= 253 ? name : nil
    }

    private static func asciiLabel(_ label: Substring) -> String? {
        var result = String(label)
        if !label.utf8.allSatisfy({ $0 < 0x80 }) {
            guard label.unicodeScalars.allSatisfy(isWritable), let encoded = Punycode.encode(label) else { return nil }
            result = "xn--" + encoded
        }
        let bytes = result.utf8
        guard (1...63).contains(bytes.count), bytes.first != .hyphen, bytes.last != .hyphen,
            bytes.allSatisfy({ $0.isLetterOrDigit || $0 == .hyphen })
        else { return nil }
        return result
    }

    /// Letters, marks and digits only.
    ///
    /// Symbols, spaces and controls could imitate other names.
    private static func isWritable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: true
        default: scalar == "-"
        }
    }
}
