import Synchronization
import TestSupport

/// What a scripted SMTP or LMTP server does at each step; everything not named here goes well.
struct SMTPScript: Sendable {
    enum Step: String, CaseIterable, Sendable {
        case greeting, hello, authentication, sender, recipient, data, body, end
    }

    enum Reaction: Sendable {
        case say([String])
        case hangUp
        case silence
    }

    var reactions: [Step: Reaction] = [:]
    /// What is said on connections after the first.
    var laterReactions: [Step: Reaction]?
    var features: [String] = []
    var certificate: TestCertificates.Pair?
    /// Said in the clear right behind the answer to STARTTLS.
    var injected = ""

    func server(unixSocket: String? = nil) throws -> ScriptedMailServer {
        try ScriptedMailServer(
            unixSocket: unixSocket,
            greeting: { react(.greeting, on: $0, otherwise: "220 mail.example ESMTP") },
            script: { line, connection in answer(line, connection) }
        )
    }

    func answer(_ line: String, _ connection: ScriptedMailServer.Connection) {
        if connection.notes.withLock({ $0.contains("data") }) {
            if line == "." {
                connection.notes.withLock { _ = $0.remove("data") }
                react(.end, on: connection, otherwise: "250 2.0.0 Ok: queued as 4F")
            } else if reaction(.body, on: connection) != nil {
                react(.body, on: connection, otherwise: "")
            }
            return
        }
        if connection.notes.withLock({ $0.remove("one more") != nil }) {
            return react(.authentication, on: connection, otherwise: "235 2.7.0 welcome")
        }
        if connection.notes.withLock({ $0.remove("two more") != nil }) {
            connection.notes.withLock { _ = $0.insert("one more") }
            return connection.send("334 UGFzc3dvcmQ6")
        }
        switch line.prefix(4) {
        case "EHLO", "LHLO":
            var lines = features
            if certificate != nil, !connection.isSecure { lines.append("STARTTLS") }
            let last = lines.popLast()
            let said = ["mail.example"] + lines
            react(
                .hello,
                on: connection,
                lines: last.map { last in said.map { "250-\($0)" } + ["250 \(last)"] } ?? ["250 mail.example"]
            )
        case "STAR":
            guard let certificate else { return connection.send("502 5.5.1 no") }
            connection.send(bytes: Array("220 2.0.0 go ahead\r\n\(injected)".utf8))
            try? connection.startTLS(certificate)
        case "AUTH":
            connection.notes.withLock { _ = $0.insert(line == "AUTH LOGIN" ? "two more" : "one more") }
            connection.send("334 ")
        case "MAIL": react(.sender, on: connection, otherwise: "250 2.1.0 Ok")
        case "RCPT": react(.recipient, on: connection, otherwise: "250 2.1.5 Ok")
        case "DATA":
            if reaction(.data, on: connection) == nil {
                connection.notes.withLock { _ = $0.insert("data") }
            }
            react(.data, on: connection, otherwise: "354 go on")
        case "QUIT":
            connection.send("221 2.0.0 bye")
            connection.hangUp()
        default: connection.send("500 5.5.2 what?")
        }
    }

    private func reaction(_ step: Step, on connection: ScriptedMailServer.Connection) -> Reaction? {
        (connection.number > 1 ? laterReactions ?? reactions : reactions)[step]
    }

    private func react(_ step: Step, on connection: ScriptedMailServer.Connection, otherwise line: String) {
        react(step, on: connection, lines: [line])
    }

    private func react(_ step: Step, on connection: ScriptedMailServer.Connection, lines: [String]) {
        switch reaction(step, on: connection) {
        case .say(let lines): for line in lines { connection.send(line) }
        case .hangUp: connection.hangUp()
        case .silence: break
        case nil: for line in lines { connection.send(line) }
        }
    }
}
