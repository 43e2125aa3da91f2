import Foundation
import Synchronization
import TestSupport

@testable import MailTransport

/// A scripted IMAP server with one mailbox.
final class IMAPScript: Sendable {
    struct State {
        var validity = 7
        var mails: [Int: String] = [:]
        /// Days old, for `SINCE`.
        var old: Set<Int> = []
        /// Seconds since they came, by UID; the others came just now.
        var ages: [Int: Int] = [:]
        /// What FETCH of a body says instead, by UID.
        var oddities: [Int: @Sendable (ScriptedMailServer.Connection, _ tag: String) -> Void] = [:]
        var sizes: [Int: Int] = [:]
        var heads: [Int: String] = [:]
        /// Found, and deleted before anybody asks for their sizes.
        var gone: Set<Int> = []
        var deleted: Set<Int> = []
        /// Said before the answer to the next command.
        var untagged: [String] = []
        var login = "OK"
        var select = "OK"
    }

    let state: Mutex<State>

    init(_ mails: [Int: String] = [:]) {
        state = Mutex(State(mails: mails))
    }

    func server(certificate: TestCertificates.Pair? = nil, injected: String = "") throws -> ScriptedMailServer {
        try ScriptedMailServer(
            greeting: { $0.send("* OK ready") },
            script: { line, connection in
                let words = line.split(separator: " ").map(String.init)
                if connection.notes.withLock({ $0.contains("auth") }) {
                    connection.notes.withLock { $0 = $0.filter { !$0.hasPrefix("auth") } }
                    return self.authenticated(
                        connection.notes.withLock { $0.first { $0.hasPrefix("tag ") } } ?? "",
                        connection
                    )
                }
                guard words.count > 1 else { return connection.hangUp() }
                switch words[1] {
                case "CAPABILITY":
                    let first = certificate != nil && !connection.isSecure ? "STARTTLS LOGINDISABLED" : "AUTH=PLAIN"
                    connection.send("* CAPABILITY IMAP4rev1 UIDPLUS \(first)", "\(words[0]) OK")
                case "STARTTLS":
                    guard let certificate else { return connection.send("\(words[0]) BAD no") }
                    connection.send(bytes: Array("\(words[0]) OK go\r\n\(injected)".utf8))
                    try? connection.startTLS(certificate)
                case "AUTHENTICATE":
                    connection.notes.withLock { $0.formUnion(["auth", "tag \(words[0])"]) }
                    connection.send("+ ")
                default: self.answer(words, connection)
                }
            }
        )
    }

    private func authenticated(_ tag: String, _ connection: ScriptedMailServer.Connection) {
        connection.send("\(tag.dropFirst(4)) \(state.withLock { $0.login })")
    }

    private func answer(_ words: [String], _ connection: ScriptedMailServer.Connection) {
        let tag = words[0]
        let state = state.withLock { state in
            defer { state.untagged = [] }
            return state
        }
        for line in state.untagged { connection.send(line) }
        let uids = state.mails.keys.sorted()
        switch (words[1], words.dropFirst(2).joined(separator: " ")) {
        case ("SELECT", _):
            guard state.select == "OK" else { return connection.send("\(tag) \(state.select)") }
            connection.send("* FLAGS (\\Seen)", "* \(uids.count) EXISTS", "* OK [UIDVALIDITY \(state.validity)] valid")
            connection.send("* OK [UIDNEXT \((uids.last ?? 0) + 1)] next", "\(tag) OK [READ-WRITE] selected")
        case ("UID", let rest) where rest.hasPrefix("SEARCH UID *"):
            connection.send("* SEARCH" + (uids.last.map { " \($0)" } ?? ""), "\(tag) OK done")
        case ("UID", let rest) where rest.hasPrefix("SEARCH UID "):
            let first = Int(rest.dropFirst(11).prefix { $0 != ":" }) ?? 0
            // As real servers do: the last one whatever its number.
            let found = uids.filter { $0 >= first }
            let shown = found.isEmpty ? Array(uids.suffix(1)) : found
            connection.send("* SEARCH" + shown.map { " \($0)" }.joined(), "\(tag) OK done")
        case ("UID", let rest) where rest.hasPrefix("SEARCH SINCE "):
            connection.send("* SEARCH" + uids.filter { !state.old.contains($0) }.map { " \($0)" }.joined(), "\(tag) OK")
        case ("UID", let rest) where rest.hasPrefix("FETCH") && rest.contains("RFC822.SIZE"):
            let named = Set(words[3].split(separator: ",").compactMap { Int($0) }).subtracting(state.gone)
            for (place, uid) in uids.enumerated() where named.contains(uid) {
                let size = state.sizes[uid] ?? state.mails[uid]?.utf8.count ?? 0
                connection.send("* \(place + 1) FETCH (UID \(uid) RFC822.SIZE \(size))")
            }
            connection.send("\(tag) OK done")
        case ("UID", let rest) where rest.hasPrefix("FETCH") && rest.contains("INTERNALDATE"):
            let named = Set(words[3].split(separator: ",").compactMap { Int($0) })
            for (place, uid) in uids.enumerated() where named.contains(uid) {
                // Two hours ahead of UTC.
                let time = IMAPDate.now - (state.ages[uid] ?? 0) + 7_200
                let clock = [time / 3_600 % 24, time / 60 % 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
                let day = IMAPDate.day(0, before: time)
                let date = "\(day.utf8.count < 11 ? " " : "")\(day) \(clock.joined(separator: ":")) +0200"
                connection.send("* \(place + 1) FETCH (UID \(uid) INTERNALDATE \"\(date)\")")
            }
            connection.send("\(tag) OK done")
        case ("UID", let rest) where rest.hasPrefix("FETCH") && rest.hasSuffix("BODY[HEADER]"):
            if let head = state.heads[Int(words[3]) ?? 0] {
                connection.send("* 1 FETCH (UID \(words[3]) BODY[HEADER] {\(head.utf8.count)}")
                connection.send(bytes: Array("\(head))\r\n".utf8))
            }
            connection.send("\(tag) OK done")
        case ("UID", let rest) where rest.hasPrefix("FETCH"):
            let uid = Int(words[3]) ?? 0
            if let oddity = state.oddities[uid] { return oddity(connection, tag) }
            if let mail = state.mails[uid] {
                connection.send("* \(uid) FETCH (UID \(uid) BODY[] {\(mail.utf8.count)}")
                connection.send(bytes: Array("\(mail) FLAGS (\\Seen))\r\n".utf8))
            }
            connection.send("\(tag) OK done")
        case ("UID", let rest) where rest.hasPrefix("STORE"):
            self.state.withLock { $0.deleted.formUnion(words[3].split(separator: ",").compactMap { Int($0) }) }
            connection.send("\(tag) OK done")
        case ("UID", let rest) where rest.hasPrefix("EXPUNGE"):
            self.state.withLock { state in
                for uid in words[3].split(separator: ",").compactMap({ Int($0) }) where state.deleted.contains(uid) {
                    state.mails[uid] = nil
                }
            }
            connection.send("* 1 EXPUNGE", "\(tag) OK done")
        case ("NOOP", _): connection.send("\(tag) OK")
        case ("LOGOUT", _):
            connection.send("* BYE", "\(tag) OK")
            connection.hangUp()
        default: connection.send("\(tag) BAD what?")
        }
    }
}
