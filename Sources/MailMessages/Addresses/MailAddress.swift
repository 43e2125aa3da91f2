/// One address that SMTP can carry without extensions (RFC 5321, section 4.1.2).
///
/// The local part keeps its case, but addresses that differ only in case are equal: all servers in use ignore the case.
package struct MailAddress: Sendable, CustomStringConvertible {
    /// Before the `@`, unquoted: `john doe` of `"john doe"@example.org`.
    package let localPart: String
    package let domain: MailDomain

    /// Reads `local@domain`, as dot-atom or quoted, without display name and angle brackets.
    package init(_ text: some StringProtocol) throws(MailMessagesError) {
        let text = String(text)
        guard text.utf8.count <= 1_000, let at = text.lastIndex(of: "@"),
            let local = Self.unquoted(text[..<at]), let domain = try? MailDomain(text[text.index(after: at)...])
        else { throw .invalidAddress(String(text.prefix(100))) }
        try self.init(localPart: local, domain: domain)
    }

    /// An address from its parts, with an unquoted local part.
    package init(localPart: String, domain: MailDomain) throws(MailMessagesError) {
        let isPrintable = localPart.utf8.allSatisfy { $0.isVisible || $0 == .space }
        self.localPart = localPart
        self.domain = domain
        // RFC 5321, 4.5.3.1: at most 64 octets before the `@`, and 256 for the path with its brackets.
        guard isPrintable, !localPart.isEmpty, writtenLocalPart.utf8.count <= 64, description.utf8.count <= 254 else {
            throw .invalidAddress(String(localPart.prefix(100)))
        }
    }

    /// The form for SMTP and headers.
    package var description: String { "\(writtenLocalPart)@\(domain)" }

    /// In lower case.
    ///
    /// Equal for all spellings of one address; used as a key in tables.
    package var folded: String { description.lowercasedASCII }

    private var writtenLocalPart: String {
        if Self.isDotAtom(localPart) { return localPart }
        var quoted = "\""
        for character in localPart {
            if character == "\"" || character == "\\" { quoted.append("\\") }
            quoted.append(character)
        }
        return quoted + "\""
    }

    private static func isDotAtom(_ text: some StringProtocol) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty && word.utf8.allSatisfy(\.isAtomText)
        }
    }

    private static func unquoted(_ local: Substring) -> String? {
        guard local.utf8.first == .quote else { return isDotAtom(local) ? String(local) : nil }
        guard local.utf8.count >= 2, local.utf8.last == .quote else { return nil }
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in local.utf8.dropFirst().dropLast() {
            if !isEscaped, byte == .backslash {
                isEscaped = true
                continue
            }
            if !isEscaped, byte == .quote { return nil }
            bytes.append(byte)
            isEscaped = false
        }
        return isEscaped ? nil : bytes.asText
    }
}

extension MailAddress: Hashable {
    package static func == (one: MailAddress, other: MailAddress) -> Bool { one.folded == other.folded }

    package func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

/// Subaddresses: `crier+TOKEN@example.org` (RFC 5233).
extension MailAddress {
    /// The text after the first `+`.
    package var tag: String? {
        guard let plus = localPart.firstIndex(of: "+"), plus != localPart.startIndex else { return nil }
        return String(localPart[localPart.index(after: plus)...])
    }

    /// The address without its tag.
    package var untagged: MailAddress {
        guard let plus = localPart.firstIndex(of: "+"), plus != localPart.startIndex else { return self }
        return (try? MailAddress(localPart: String(localPart[..<plus]), domain: domain)) ?? self
    }

    /// The address with this tag instead of its own; throws if it becomes too long.
    package func tagged(_ tag: String) throws(MailMessagesError) -> MailAddress {
        try MailAddress(localPart: "\(untagged.localPart)+\(tag)", domain: domain)
    }
}
