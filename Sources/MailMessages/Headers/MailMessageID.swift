/// The global id of a message (RFC 5322, section 3.6.4), without its angle brackets.
package struct MailMessageID: Sendable, Hashable, CustomStringConvertible {
    package let text: String

    /// Creates the same id from the same name, so that a repeat after a crash is recognised.
    ///
    /// Characters that are not allowed (and `_`) become `_` and two hexadecimal digits. After 150 bytes the rest is
    /// replaced by a digest.
    package init(stableID: String, domain: MailDomain) {
        var left: [UInt8] = []
        for byte in stableID.utf8 {
            let isPlain =
                byte.isLetterOrDigit || byte == .hyphen || (byte == .dot && left.last.map { $0 != .dot } == true)
            left += isPlain ? [byte] : [.underscore] + byte.hexDigits
        }
        if left.last == .dot { left.replaceSubrange((left.count - 1)..., with: [.underscore] + UInt8.dot.hexDigits) }
        if left.count > 150 { left = Array(left.prefix(150)) + "-\(StableDigest.hex(of: stableID.utf8))".utf8 }
        if left.isEmpty { left = [.underscore] }
        text = "\(left.asText)@\(domain)"
    }

    /// Accepts any id from between angle brackets, even if malformed.
    ///
    /// Nil if it is empty, longer than 900 bytes, or not visible ASCII without brackets.
    package init?(_ text: some StringProtocol) {
        guard (1...900).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0.isVisible && $0 != .less && $0 != .greater })
        else { return nil }
        self.text = String(text)
    }

    package var description: String { "<\(text)>" }

    /// Whether it has the usual form of a program's id: two dot-atoms around one `@`, at most 200 bytes.
    ///
    /// Any other id may contain text for people.
    package var isPlain: Bool {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        return text.utf8.count <= 200 && halves.count == 2
            && halves.allSatisfy { half in
                !half.isEmpty && half.utf8.allSatisfy { $0.isLetterOrDigit || ".-_=+$/".utf8.contains($0) }
            }
    }

    /// Every id between angle brackets in `References` or `In-Reply-To`, at most 200.
    static func list(in value: String) -> [MailMessageID] {
        var ids: [MailMessageID] = []
        var rest = Array(value.utf8)[...]
        while ids.count < 200, let open = rest.firstIndex(of: .less) {
            rest = rest[(open + 1)...]
            guard let close = rest.firstIndex(of: .greater) else { break }
            // Some programs fold a line inside the id.
            let inner = rest[..<close].filter { !$0.isBlank && !$0.isLineBreak }
            if let id = MailMessageID(inner.asText) { ids.append(id) }
            rest = rest[(close + 1)...]
        }
        return ids
    }
}

/// FNV-1a with 64 bits.
///
/// Unlike `Hasher`, it gives the same result in every process.
enum StableDigest {
    static func hex(of bytes: some Sequence<UInt8>) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
