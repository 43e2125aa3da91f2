/// The client side of LMTP (RFC 2033) for one mail to one recipient.
///
/// A pure state machine: takes bytes from the server, returns bytes to send, and finally the outcome.
struct LMTPSession {
    private let heloName: String
    private let envelope: MailEnvelope
    private var conversation = SMTPConversation()
    private var line: [UInt8] = []
    private var lines = 0

    init(heloName: String, envelope: MailEnvelope) {
        self.heloName = heloName
        self.envelope = envelope
    }

    enum Action: Equatable {
        case send([UInt8])
        /// The content with its final dot. After it was written completely, the outcome may be `unknown`.
        case sendContent([UInt8])
        case end(MailSubmissionOutcome)
    }

    /// Handles bytes from the server.
    ///
    /// `isFullyWritten` is true after the content was written.
    mutating func receive(_ bytes: some Sequence<UInt8>, isFullyWritten: Bool) -> [Action] {
        var actions: [Action] = []
        for byte in bytes {
            guard byte == 0x0a else {
                line.append(byte)
                guard line.count <= 4_096 else { return [.end(ended(isFullyWritten, "a reply is too long"))] }
                continue
            }
            if line.last == 0x0d { line.removeLast() }
            lines += 1
            guard lines <= 1_000 else { return [.end(ended(isFullyWritten, "a reply is too long"))] }
            let step = conversation.step
            line.withUnsafeBytes { conversation.received($0) }
            line = []
            if conversation.step != step {
                // A reply that was received before the content cannot be the answer to it.
                return actions + [.sendContent(Self.stuffed(envelope.content))]
            }
            if let reply = conversation.reply {
                actions.append(answer(reply, isFullyWritten))
                if case .end = actions.last { return actions }
            }
        }
        return actions
    }

    /// The outcome if the conversation ends now.
    func ended(_ isFullyWritten: Bool, _ reason: String) -> MailSubmissionOutcome {
        MailSubmissionOutcome(conversation, isFullyWritten: isFullyWritten, couldNotSend: false, reason: reason)
    }

    private mutating func answer(_ reply: SMTPConversation.Reply, _ isFullyWritten: Bool) -> Action {
        guard (200..<300).contains(reply.code) else {
            return .end(ended(isFullyWritten, "unexpected reply \(reply.code)"))
        }
        switch conversation.step {
        case .greeting: return say("LHLO \(heloName)")
        case .hello: return say("MAIL FROM:<\(envelope.from)>")
        case .sender: return say("RCPT TO:<\(envelope.to)>")
        case .recipient: return say("DATA")
        default: return .end(ended(isFullyWritten, "unexpected reply \(reply.code)"))
        }
    }

    private mutating func say(_ command: String) -> Action {
        let bytes = Array(command.utf8)
        bytes.withUnsafeBytes { conversation.sent($0) }
        return .send(bytes + [0x0d, 0x0a])
    }

    /// The content with doubled dots and the final dot (RFC 5321, 4.5.2).
    static func stuffed(_ content: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(content.count + content.count / 64 + 5)
        var isLineStart = true
        for byte in content {
            if isLineStart, byte == UInt8(ascii: ".") {
                result.append(byte)
            }
            result.append(byte)
            isLineStart = byte == 0x0a
        }
        if !isLineStart {
            result += [0x0d, 0x0a]
        }
        return result + [UInt8(ascii: "."), 0x0d, 0x0a]
    }
}
