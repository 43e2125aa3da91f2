internal import Foundation

/// A host name as mail servers take it: lower case, ASCII, `xn--` where it has other letters.
///
/// Names of one label (`localhost`) are taken, address literals are not.
package struct MailDomain: Sendable, Hashable, CustomStringConvertible {
    package let name: String

    package var description: String { name }

    /// Letters beyond ASCII become punycode (RFC 5891, by the compatibility mapping of Unicode).
    package init(_ text: some StringProtocol) throws(MailMessagesError) {
        guard text.utf8.count <= 1_000, let name = Self.ascii(String(text)) else {
            throw .invalidDomain(String(text.prefix(100)))
        }
        self.name = name
    }

    /// Whether it is `other` or lies below it.
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
        // A name may end in the root's dot.
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        var converted: [String] = []
        for label in labels {
            guard let label = asciiLabel(label) else { return nil }
            converted.append(label)
        }
        let name = converted.joined(separator: ".")
        // RFC 1035: 255 octets with the lengths and the root.
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

    /// Letters, marks and digits: no signs, spaces or controls that only look like something.
    private static func isWritable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: true
        default: scalar == "-"
        }
    }
}
