/// The results with which one server has checked the sender of a mail (RFC 8601).
package struct AuthenticationResults: Sendable, Hashable {
    package struct Method: Sendable, Hashable {
        /// `dkim`, `spf`, `dmarc` …, in lower case.
        package let name: String
        /// `pass`, `fail`, `softfail`, `neutral`, `none` …, in lower case.
        package let result: String
        /// For example `header.d`.
        ///
        /// Names are in lower case, values as written.
        package let properties: [String: String]
    }

    /// The name of the server that did the checks.
    package let server: String
    /// The valid methods.
    ///
    /// A malformed method is ignored.
    package let methods: [Method]

    /// Nil if the value does not begin with a server's name.
    package init?(_ value: String) {
        let pieces = HeaderScanner.split(HeaderScanner.withoutComments(value), at: .semicolon, limit: 100)
        guard let server = Self.server(pieces[0]) else { return nil }
        self.server = server
        methods = pieces.dropFirst().compactMap(Self.method)
    }

    /// `example.org` or `example.org 1`; the name may be quoted.
    private static func server(_ piece: String) -> String? {
        let words = HeaderScanner.split(piece, at: .space).filter { !$0.isEmpty }
        guard let first = words.first, words.count == 1 || (words.count == 2 && words[1] == "1") else { return nil }
        let name = HeaderScanner.unquoted(first)
        return name.isEmpty ? nil : name.lowercasedASCII
    }

    private static func method(_ piece: String) -> Method? {
        guard var scanner = PairScanner(piece), let first = scanner.next() else { return nil }
        // `dkim/1`: any version except 1 has an unknown meaning.
        let name = first.name.split(separator: "/", omittingEmptySubsequences: false)
        guard let method = name.first, !method.isEmpty, name.count == 1 || name[1] == "1",
            first.value.utf8.allSatisfy({ $0.isLetter || $0 == .hyphen }), !first.value.isEmpty
        else { return nil }
        var properties: [String: String] = [:]
        while let pair = scanner.next() {
            // A repeated property makes the method invalid.
            if properties.updateValue(pair.value, forKey: pair.name) != nil { return nil }
        }
        guard scanner.isAtEnd else { return nil }
        return Method(name: String(method), result: first.value.lowercasedASCII, properties: properties)
    }
}

/// Scans `name = value` pairs between spaces, quoted or not.
///
/// Stops at anything else.
private struct PairScanner {
    private let bytes: [UInt8]
    private var index = 0

    init?(_ text: String) {
        bytes = Array(text.utf8)
        skipBlanks()
        if isAtEnd { return nil }
    }

    var isAtEnd: Bool { index == bytes.count }

    mutating func next() -> (name: String, value: String)? {
        let start = index
        guard let name = name(), let value = value() else {
            index = start
            return nil
        }
        skipBlanks()
        return (name, value)
    }

    private mutating func skipBlanks() { while index < bytes.count, bytes[index].isBlank { index += 1 } }

    /// The name before the equals sign.
    ///
    /// Spaces are allowed only around `.` and `/` and before the equals sign.
    private mutating func name() -> String? {
        var name: [UInt8] = []
        var sawBlank = false
        while index < bytes.count, bytes[index] != .equals {
            let byte = bytes[index]
            index += 1
            if byte.isBlank {
                sawBlank = true
                continue
            }
            let isJoint = byte == .dot || byte == UInt8(ascii: "/")
            let followsJoint = name.last == .dot || name.last == UInt8(ascii: "/")
            guard isJoint || byte.isLetterOrDigit || byte == .hyphen || byte == .underscore,
                !sawBlank || isJoint || followsJoint || name.isEmpty
            else { return nil }
            sawBlank = false
            name.append(byte.lowercased)
        }
        guard index < bytes.count, !name.isEmpty else { return nil }
        index += 1
        return name.asText
    }

    /// A word, a quoted string, or `"local part"@domain`.
    private mutating func value() -> String? {
        skipBlanks()
        var value: [UInt8] = []
        if index < bytes.count, bytes[index] == .quote {
            index += 1
            guard appendQuoted(to: &value) else { return nil }
        }
        while index < bytes.count, !bytes[index].isBlank {
            guard bytes[index] != .quote else { return nil }
            value.append(bytes[index])
            index += 1
        }
        return value.asText
    }

    private mutating func appendQuoted(to value: inout [UInt8]) -> Bool {
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == .quote { return true }
            if byte == .backslash, index < bytes.count {
                value.append(bytes[index])
                index += 1
            } else {
                value.append(byte)
            }
        }
        return false
    }
}
