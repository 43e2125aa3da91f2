/// The result of submitting one mail to one recipient.
package enum MailSubmissionOutcome: Hashable, Sendable {
    /// What a refusal refers to.
    package enum Subject: Hashable, Sendable {
        /// The address: the answer to RCPT.
        case recipient
        /// The mail: the answer to DATA or to its end.
        case content
        /// The server or our login: greeting, EHLO, STARTTLS, AUTH, MAIL, and 421 at any step (RFC 5321, 3.8).
        case session
    }

    /// The server has accepted the mail; `reply` is its last reply.
    case accepted(reply: String)
    /// 4xx: not accepted; a retry may succeed.
    case deferred(code: Int, text: String, about: Subject)
    /// 5xx: rejected permanently.
    case rejected(code: Int, text: String, about: Subject)
    /// Certainly not accepted: no connection, no TLS, or the connection ended before the final dot was sent.
    case unavailable(reason: String)
    /// The whole mail was sent and no final answer came. It may have been accepted.
    case unknown(reason: String)
}

extension MailSubmissionOutcome {
    /// The outcome of a finished conversation.
    ///
    /// `isFullyWritten`: the content was written; `couldNotSend`: the last failure was a write.
    init(_ conversation: SMTPConversation, isFullyWritten: Bool, couldNotSend: Bool, reason: String) {
        if let reply = conversation.reply {
            let about = reply.code == 421 ? Subject.session : conversation.step.subject
            switch reply.code {
            case 400..<500:
                self = .deferred(code: reply.code, text: reply.text, about: about)
                return
            case 500..<600:
                self = .rejected(code: reply.code, text: reply.text, about: about)
                return
            case 200..<300 where conversation.step == .content && isFullyWritten:
                self = .accepted(reply: reply.text)
                return
            default: break
            }
        }
        // After the content only the final dot is written. If that failed, the server cannot have accepted the mail.
        self = isFullyWritten && !couldNotSend ? .unknown(reason: reason) : .unavailable(reason: reason)
    }

    /// Whether an old connection may be the cause, so that a retry over a new one is useful.
    var mayBeStale: Bool {
        switch self {
        case .deferred(421, _, .session), .unavailable: true
        default: false
        }
    }
}

extension SMTPConversation.Step {
    var subject: MailSubmissionOutcome.Subject {
        switch self {
        case .recipient: .recipient
        case .data, .content: .content
        case .greeting, .hello, .startTLS, .authentication, .sender: .session
        }
    }
}
