/// The client's side of LMTP (RFC 2033): one mail to one recipient.
///
/// Bytes of the server go in, bytes for it come out; the end is the outcome.
struct LMTPSession {
    private let heloName: String
    private let envelope: MailEnvelope
    private var talk = SMTPTalk()
    private var line: [UInt8] = []
    private var lines = 0

    init(heloName: String, envelope: MailEnvelope) {
        self.heloName = heloName
        self.envelope = envelope
    }

    enum Action: Equatable {
        case send([UInt8])
        /// The content with its final dot: when all of it was written, an outcome may be `unknown`.
        case sendContent([UInt8])
        case end(MailSubmissionOutcome)
    }

    /// Takes what the server said; `isHandedOver` is true when the content was written.
    mutating func receive(_ bytes: some Sequence<UInt8>, isHandedOver: Bool) -> [Action] {
        var actions: [Action] = []
        for byte in bytes {
            guard byte == 0x0a else {
                line.append(byte)
                guard line.count <= 4_096 else { return [.end(ended(isHandedOver, "a reply is too long"))] }
                continue
            }
            if line.last == 0x0d { line.removeLast() }
            lines += 1
            guard lines <= 1_000 else { return [.end(ended(isHandedOver, "a reply is too long"))] }
            let step = talk.step
            line.withUnsafeBytes { talk.received($0) }
            line = []
            if talk.step != step {
                // Nothing that was said before the content can be the answer to it.
                return actions + [.sendContent(Self.stuffed(envelope.content))]
            }
            if let reply = talk.reply {
                actions.append(answer(reply, isHandedOver))
                if case .end = actions.last { return actions }
            }
        }
        return actions
    }

    /// The outcome when no more is to be heard.
    func ended(_ isHandedOver: Bool, _ reason: String) -> MailSubmissionOutcome {
        MailSubmissionOutcome(talk, isHandedOver: isHandedOver, couldNotSend: false, reason: reason)
    }

    private mutating func answer(_ reply: SMTPTalk.Reply, _ isHandedOver: Bool) -> Action {
        guard (200..<300).contains(reply.code) else {
            return .end(ended(isHandedOver, "unexpected reply \(reply.code)"))
        }
        switch talk.step {
        case .greeting: return say("LHLO \(heloName)")
        case .hello: return say("MAIL FROM:<\(envelope.from)>")
        case .sender: return say("RCPT TO:<\(envelope.to)>")
        case .recipient: return say("DATA")
        default: return .end(ended(isHandedOver, "unexpected reply \(reply.code)"))
        }
    }

    private mutating func say(_ command: String) -> Action {
        let bytes = Array(command.utf8)
        bytes.withUnsafeBytes { talk.sent($0) }
        return .send(bytes + [0x0d, 0x0a])
    }

    /// With doubled dots and the final one (RFC 5321, 4.5.2).
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
