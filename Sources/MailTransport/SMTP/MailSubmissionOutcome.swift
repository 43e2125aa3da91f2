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

extension MailSubmissionOutcome {
    /// Judges a conversation that is over.
    ///
    /// `isHandedOver`: the content was written; `couldNotSend`: the last thing that failed was a write.
    init(_ talk: SMTPTalk, isHandedOver: Bool, couldNotSend: Bool, reason: String) {
        if let reply = talk.reply {
            let about = reply.code == 421 ? Subject.session : talk.step.subject
            switch reply.code {
            case 400..<500:
                self = .deferred(code: reply.code, text: reply.text, about: about)
                return
            case 500..<600:
                self = .rejected(code: reply.code, text: reply.text, about: about)
                return
            case 200..<300 where talk.step == .content && isHandedOver:
                self = .accepted(reply: reply.text)
                return
            default: break
            }
        }
        // After the content only the final dot is written: when that failed, the server cannot have taken the mail.
        self = isHandedOver && !couldNotSend ? .unknown(reason: reason) : .unavailable(reason: reason)
    }

    /// Whether an open connection may have been the cause, so that a new one is worth a try.
    var mayBeStale: Bool {
        switch self {
        case .deferred(421, _, .session), .unavailable: true
        default: false
        }
    }
}

extension SMTPTalk.Step {
    var subject: MailSubmissionOutcome.Subject {
        switch self {
        case .recipient: .recipient
        case .data, .content: .content
        case .greeting, .hello, .startTLS, .authentication, .sender: .session
        }
    }
}
