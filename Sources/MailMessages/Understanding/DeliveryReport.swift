/// What became of a mail of ours, told by a server: RFC 3464, and the bounces of servers that do not follow it.
///
/// Anybody can write such a mail: believe it only for messages and recipients that were really sent to.
package struct DeliveryReport: Sendable, Hashable {
    package enum Action: String, Sendable {
        case failed
        case delayed
        case delivered
        case relayed
        case expanded
    }

    package struct Recipient: Sendable, Hashable {
        /// Where it went last.
        package let address: MailAddress
        /// What the sender had written, where that differs and is told.
        package let original: MailAddress?
        package let action: Action
        package let status: EnhancedStatus?
        /// The remote server's words, at most 500 characters.
        package let diagnostic: String?
        package let remoteServer: String?

        /// The address itself fails, and will fail again.
        ///
        /// Not so a full mailbox (x.2.2), a system in trouble (x.3), a refusal by policy or of contents (x.7, x.6), or who gave up after a
        /// time of 4.x.x.
        package var isPermanent: Bool {
            guard action == .failed else { return false }
            guard let status else {
                return !has(["quota", "is full", "box full", "over limit", "try again", "timed out"])
            }
            guard status.class == 5 else { return false }
            // Some servers file unknown people under other numbers.
            if has(["user unknown", "unknown user", "no such user", "user not found", "does not exist"]) {
                return true
            }
            return !(status.subject == 2 && status.detail == 2) && ![3, 6, 7].contains(status.subject)
        }

        private func has(_ words: [String]) -> Bool {
            let text = (diagnostic ?? "").lowercased()
            return words.contains { text.contains($0) }
        }
    }

    package let recipients: [Recipient]
    /// The server that reports.
    package let reporter: String?
    /// `ENVID` of the submission (RFC 3461).
    package let envelopeID: String?
    /// The message that it is about.
    package let messageID: MailMessageID?
}

/// `5.1.1` (RFC 3463).
package struct EnhancedStatus: Sendable, Hashable, CustomStringConvertible {
    package let `class`: Int
    package let subject: Int
    package let detail: Int

    /// Reads the leading `5.1.1` of a text; nil when there is none.
    package init?(_ text: some StringProtocol) {
        let code = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let numbers = code.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, let first = numbers[0], let second = numbers[1], let third = numbers[2],
            [2, 4, 5].contains(first), second <= 999, third <= 999
        else { return nil }
        self.class = first
        subject = second
        detail = third
    }

    /// What a reply code of SMTP says about the address, roughly (RFC 5321, section 4.2).
    init?(replyCode: Int) {
        switch replyCode {
        case 550, 551, 553: (self.class, subject, detail) = (5, 1, 1)
        case 552: (self.class, subject, detail) = (5, 2, 2)
        case 500...599: (self.class, subject, detail) = (5, 0, 0)
        case 400...499: (self.class, subject, detail) = (4, 0, 0)
        default: return nil
        }
    }

    package var description: String { "\(self.class).\(subject).\(detail)" }

    /// The first status in a server's words: `550 5.1.1 unknown`, `(#5.1.1)`, or a reply code alone.
    static func find(in text: String) -> EnhancedStatus? {
        let words = text.prefix(2_000).split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".")) }
        for word in words {
            if let status = EnhancedStatus(word.hasSuffix(".") ? word.dropLast() : word) { return status }
        }
        for word in words.prefix(200) where word.count == 3 {
            if let code = Int(word), let status = EnhancedStatus(replyCode: code) { return status }
        }
        return nil
    }
}
