internal import CurlClient

/// Observes an SMTP conversation: its current step and the server's last reply.
struct SMTPConversation: LineObserver {
    enum Step: Sendable {
        case greeting, hello, startTLS, authentication, sender, recipient, data, content
    }

    struct Reply: Hashable, Sendable {
        let code: Int
        let text: String
    }

    private(set) var step = Step.greeting
    /// The complete reply to the step; nil until it has arrived.
    private(set) var reply: Reply?
    private var text = ServerText()
    private var hasEnded = false

    mutating func sent(_ line: UnsafeRawBufferPointer) {
        if line.elementsEqual("QUIT".utf8) {
            hasEnded = true
        }
        guard !hasEnded else { return }
        reply = nil
        text = ServerText()
        step = Self.step(of: line) ?? step
        if step == .recipient, line.elementsEqual("DATA".utf8) {
            step = .data
        }
    }

    mutating func received(_ line: UnsafeRawBufferPointer) {
        guard !hasEnded, line.count >= 3, line.prefix(3).allSatisfy({ (0x30...0x39).contains($0) }) else { return }
        text.append(UnsafeRawBufferPointer(rebasing: line.dropFirst(min(4, line.count))))
        guard line.count == 3 || line[3] == UInt8(ascii: " ") else { return }
        let code = line.prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
        if step == .data, code == 354 {
            step = .content
            text = ServerText()
        } else {
            reply = Reply(code: code, text: text.string)
            text = ServerText()
        }
    }

    private static func step(of line: UnsafeRawBufferPointer) -> Step? {
        let commands: [(String, Step)] = [
            ("EHLO ", .hello), ("HELO ", .hello), ("LHLO ", .hello), ("STARTTLS", .startTLS),
            ("AUTH ", .authentication),
            ("MAIL FROM:", .sender), ("RCPT TO:", .recipient),
        ]
        return commands.first { line.starts(with: $0.0.utf8) }?.1
    }
}

/// A server's text on one line without control characters, at most 300 bytes.
struct ServerText: Sendable {
    private var bytes: [UInt8] = []

    mutating func append(_ line: UnsafeRawBufferPointer) {
        if !bytes.isEmpty, bytes.count < 300 {
            bytes.append(0x20)
        }
        bytes.append(contentsOf: line.prefix(max(0, 300 - bytes.count)).map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 })
    }

    var string: String {
        let text = String(decoding: bytes, as: UTF8.self)
        // Removes C1 controls and letters that were cut in the middle.
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { !(0x7f...0x9f).contains($0.value) && $0 != "\u{fffd}" }
            )
        )
    }
}
