import Foundation
import Synchronization

/// People with mailboxes on a `DovecotServer`: Python's smtplib, imaplib and email package.
package final class MailPeople: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    package static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    private let program: ClientProgram
    private let boxes = Mutex(Mailboxes())

    /// The mails found so far, and how many facts of the program they are from.
    private struct Mailboxes {
        var facts = 0
        var mails: [String: [SeenMail]] = [:]
    }

    package init(_ dovecot: DovecotServer) async throws {
        program = try await ClientProgram("/usr/bin/python3", "mail-people.py") {
            [$0, "\(dovecot.imapsPort)", dovecot.certificates.caFile, DovecotServer.password]
        }
    }

    package func stop() { program.stop() }

    /// Sends bytes by SMTP; with `login` over STARTTLS with a login, else as from outside.
    ///
    /// Nil, or why it was not taken.
    package func send(
        _ mail: String,
        from sender: String,
        to recipients: [String],
        port: Int,
        login: String? = nil
    ) async throws -> String? {
        let bytes = Data(mail.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8)
        var order: [String: Any] = [
            "send": bytes.base64EncodedString(), "from": sender, "to": recipients, "port": port,
        ]
        order["user"] = login
        return try await program.answer(to: order, "the mail is sent")["error"] as? String
    }

    /// All that came to a mailbox so far, oldest first.
    package func inbox(_ mailbox: String) throws -> [SeenMail] {
        let facts = program.facts
        let (mails, isNew) = boxes.withLock { boxes in
            for fact in facts.dropFirst(boxes.facts) {
                guard let box = fact["mailbox"] as? String, let mail = SeenMail(fact) else { continue }
                boxes.mails[box, default: []].append(mail)
            }
            boxes.facts = max(boxes.facts, facts.count)
            let isNew = boxes.mails[mailbox] == nil
            if isNew { boxes.mails[mailbox] = [] }
            return (boxes.mails[mailbox] ?? [], isNew)
        }
        if isNew { try program.order(["watch": mailbox]) }
        return mails
    }

    /// The first mail of a mailbox after those with smaller numbers that is the wanted one.
    @discardableResult
    package func wait(
        _ what: String,
        in mailbox: String,
        after uid: Int = 0,
        seconds: Double = longestWait,
        where isIt: (SeenMail) -> Bool
    ) async throws -> SeenMail {
        var found: SeenMail?
        do {
            try await waitUntil(what, seconds: seconds) {
                found = try inbox(mailbox).first { $0.uid > uid && isIt($0) }
                return found != nil
            }
        } catch is NeverTrue {}
        guard let found else {
            let last = try inbox(mailbox).suffix(6).map { "\($0.uid) “\($0["Subject"])”: \($0.text.prefix(600))" }
            throw Failure(description: "\(mailbox) never got \(what); last: \(last.joined(separator: "\n--\n"))")
        }
        return found
    }
}

/// A mail as a mail program sees it.
package struct SeenMail: Sendable {
    package struct Part: Sendable {
        package let type: String
        package let charset: String
        package let format: String
        package let text: String
        package let name: String
        package let defects: [String]
    }

    package let uid: Int
    /// Each byte a character.
    package let raw: String
    /// Unfolded and decoded.
    package let headers: [(name: String, value: String)]
    package let parts: [Part]
    /// What Python's email package finds wrong with it.
    package let defects: [String]

    init?(_ fact: [String: Any]) {
        guard let uid = fact["uid"] as? Int, let raw = fact["raw"] as? String else { return nil }
        self.uid = uid
        self.raw = raw
        headers = (fact["headers"] as? [[String]] ?? []).map { ($0[0], $0[1]) }
        let parts = (fact["parts"] as? [[String: Any]] ?? []).map { part in
            func text(_ name: String) -> String { part[name] as? String ?? "" }
            return Part(
                type: text("type"),
                charset: text("charset"),
                format: text("format"),
                text: text("text"),
                name: text("name"),
                defects: part["defects"] as? [String] ?? []
            )
        }
        self.parts = parts
        defects = (fact["defects"] as? [String] ?? []) + parts.flatMap(\.defects)
    }

    package func all(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The first header of that name, or nothing.
    package subscript(name: String) -> String { all(name).first ?? "" }

    package var text: String { parts.first { $0.type == "text/plain" }?.text ?? "" }
    package var html: String { parts.first { $0.type == "text/html" }?.text ?? "" }
}
