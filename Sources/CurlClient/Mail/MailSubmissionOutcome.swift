/// What became of one mail to one recipient.
package enum MailSubmissionOutcome: Hashable, Sendable {
    /// What a refusal is about.
    package enum Subject: Hashable, Sendable {
        /// The address: the answer to RCPT.
        case recipient
        /// The mail: the answer to DATA or to its end.
        case content
        /// The server or who we are to it: greeting, EHLO, STARTTLS, AUTH, MAIL, and 421 at any step (RFC 5321, 3.8).
        case session
    }

    /// The server has taken the mail over; `reply` is its last line.
    case accepted(reply: String)
    /// 4xx: not taken, and may be tried again.
    case deferred(code: Int, text: String, about: Subject)
    /// 5xx: not taken, and never will be.
    case rejected(code: Int, text: String, about: Subject)
    /// Surely not taken: no connection, no TLS, or it ended before the final dot was sent.
    case unavailable(reason: String)
    /// The whole mail was handed over and no final answer came: it may have been taken.
    case unknown(reason: String)
}
