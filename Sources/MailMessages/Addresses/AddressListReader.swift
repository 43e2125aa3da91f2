/// Parses address lists as mail programs write them (RFC 5322, sections 3.4 and 4.4).
///
/// Comments, groups, quoted names, routes, encoded words and semicolons between addresses are supported. Anything
/// without an address that SMTP can carry is skipped.
package enum AddressList {
    private static let limit = 1_000

    package static func mailboxes(_ value: String) -> [Mailbox] {
        var reader = Reader(bytes: Array(value.utf8))
        return reader.read(limit: limit)
    }

    private struct Reader {
        let bytes: [UInt8]
        var index = 0
        var mailboxes: [Mailbox] = []

        /// Display name or bare address, with quoted strings unquoted.
        var phrase: [UInt8] = []
        /// The same with its quotes, used as the address.
        var specification: [UInt8] = []
        var comment: [UInt8] = []
        var angle: [UInt8]?

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func read(limit: Int) -> [Mailbox] {
            while index < bytes.count, mailboxes.count < limit {
                let byte = bytes[index]
                index += 1
                switch byte {
                case .quote: readQuoted()
                case .openingParenthesis: readComment()
                case .less: readAngle()
                case .comma, .semicolon: finish()
                case .colon where !specification.contains(.at): startGroup()
                default:
                    phrase.append(byte)
                    specification.append(byte)
                }
            }
            finish()
            return mailboxes
        }

        /// The name of a group belongs to no address.
        private mutating func startGroup() {
            phrase = []
            specification = []
            comment = []
        }

        private mutating func readQuoted() {
            specification.append(.quote)
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                specification.append(byte)
                if byte == .quote { return }
                if byte == .backslash, index < bytes.count {
                    specification.append(bytes[index])
                    phrase.append(bytes[index])
                    index += 1
                } else {
                    phrase.append(byte)
                }
            }
        }

        private mutating func readComment() {
            var depth = 1
            if !comment.isEmpty { comment.append(.space) }
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                if byte == .openingParenthesis { depth += 1 }
                if byte == .closingParenthesis { depth -= 1 }
                if depth == 0 { return }
                if byte == .backslash, index < bytes.count {
                    comment.append(bytes[index])
                    index += 1
                } else {
                    comment.append(byte)
                }
            }
        }

        private mutating func readAngle() {
            var inner: [UInt8] = []
            var isQuoted = false
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                if byte == .quote { isQuoted.toggle() }
                if byte == .greater, !isQuoted { break }
                inner.append(byte)
            }
            // `<a@example.org> <b@example.org>`: all major mail programs use the last one.
            if let earlier = angle { phrase += earlier }
            angle = inner
        }

        private mutating func finish() {
            let name = angle == nil ? comment : phrase
            if let address = Self.address(angle ?? specification) {
                mailboxes.append(Mailbox(name: HeaderText(EncodedWord.decode(name.asText)), address: address))
            }
            startGroup()
            angle = nil
        }

        private static func address(_ written: [UInt8]) -> MailAddress? {
            guard written.count <= 1_000 else { return nil }
            var isQuoted = false
            var address: [UInt8] = []
            for byte in written {
                if byte == .quote { isQuoted.toggle() }
                if isQuoted || !(byte.isBlank || byte.isLineBreak) { address.append(byte) }
            }
            if address.begins(with: "mailto:") { address.removeFirst(7) }
            // A route in obsolete syntax: `@relay.example,@other.example:user@example.org`.
            if address.first == .at, let colon = address.firstIndex(of: .colon) { address.removeFirst(colon + 1) }
            return try? MailAddress(address.asText)
        }
    }
}
