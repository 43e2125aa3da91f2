import CurlClient
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MailTransport

private func mailbox(
    _ server: ScriptedMailServer,
    path: String = "INBOX",
    host: String = "127.0.0.1",
    requiresTLS: Bool = false,
    caFile: String? = nil,
    seconds: Double = 300
) throws -> IMAPMailbox {
    try IMAPMailbox(
        url: "imap://\(host):\(server.port)/\(path)",
        requiresTLS: requiresTLS,
        credentials: MailCredentials(user: "ann", secret: .password("secret")),
        caFile: caFile,
        limits: LineLimits(connect: seconds, total: seconds)
    )
}

extension IMAPOutcome {
    fileprivate var batch: IMAPBatch? {
        guard case .fetched(let batch) = self else { return nil }
        return batch
    }
}

extension IMAPBatch {
    /// `5:text` of what is whole.
    fileprivate var texts: [String] {
        messages.map { message in
            switch message.content {
            case .whole(let bytes): "\(message.uid):\(String(decoding: bytes, as: UTF8.self))"
            case .tooLarge(let bytes, let head):
                "\(message.uid) too large: \(bytes)" + (head.map { " \(String(decoding: $0, as: UTF8.self))" } ?? "")
            case .unreadable: "\(message.uid) unreadable"
            }
        }
    }
}

@Suite(.timed, .timeLimit(.minutes(10))) struct IMAPMailboxTests {
    @Test func `new mail is read in order, over one connection, and the last one is not read again`() async throws {
        let script = IMAPScript([3: "three\r\n", 5: "five\r\n\r\n)\r\nA004 OK\r\n", 9: ""])
        let server = try script.server()
        let mailbox = try mailbox(server)
        let first = try #require(await mailbox.fetchNew(after: MailboxPosition(validity: 7, uid: 3)).batch)
        #expect(first.texts == ["5:five\r\n\r\n)\r\nA004 OK\r\n", "9:"])
        #expect(first.position == MailboxPosition(validity: 7, uid: 9))
        #expect(!first.hasMore && !first.isReset)
        // A server answers `10:*` with 9.
        let second = try #require(await mailbox.fetchNew(after: first.position).batch)
        #expect(second.texts.isEmpty && second.position == first.position)
        script.state.withLock { state in
            state.mails[12] = "twelve"
            state.untagged = ["* 4 EXISTS", "* 1 FETCH (FLAGS (\\Seen))"]
        }
        let third = try #require(await mailbox.fetchNew(after: second.position).batch)
        #expect(third.texts == ["12:twelve"])
        #expect(server.connections.count == 1)
        #expect(server.lines.filter { $0.contains("SELECT") }.count == 1)
    }

    @Test func `the first look takes only recent mail, and what is older never comes`() async throws {
        let script = IMAPScript([1: "old", 2: "old too", 5: "new"])
        script.state.withLock { $0.old = [1, 2] }
        let mailbox = try mailbox(script.server())
        let batch = try #require(await mailbox.fetchNew(after: nil).batch)
        #expect(batch.texts == ["5:new"])
        #expect(batch.position == MailboxPosition(validity: 7, uid: 5) && !batch.isReset)
        let quiet = IMAPScript([1: "old", 2: "old too"])
        quiet.state.withLock { $0.old = [1, 2] }
        let none = try #require(await (try MailTransportTests.mailbox(quiet.server())).fetchNew(after: nil).batch)
        #expect(none.texts.isEmpty && none.position == MailboxPosition(validity: 7, uid: 2))
        let empty = try #require(
            await (try MailTransportTests.mailbox(IMAPScript().server())).fetchNew(after: nil).batch
        )
        #expect(empty.texts.isEmpty && empty.position == MailboxPosition(validity: 7, uid: 0))
    }

    @Test func `of the first day only the last hour counts`() async throws {
        let script = IMAPScript([1: "a", 2: "b", 3: "c", 4: "d"])
        script.state.withLock { $0.ages = [1: 80_000, 2: 3_700, 3: 3_500] }
        let mailbox = try mailbox(script.server())
        let batch = try #require(await mailbox.fetchNew(after: nil).batch)
        #expect(batch.texts == ["3:c", "4:d"])
        #expect(batch.position == MailboxPosition(validity: 7, uid: 4))
        // Nothing that recent: all of it is passed over.
        script.state.withLock { $0.ages = [1: 80_000, 2: 70_000, 3: 60_000, 4: 50_000] }
        let none = try #require(await (try MailTransportTests.mailbox(script.server())).fetchNew(after: nil).batch)
        #expect(none.texts.isEmpty && none.position == MailboxPosition(validity: 7, uid: 4))
        // Known UIDs that mean something else: days, as before.
        let reset = try #require(await mailbox.fetchNew(after: MailboxPosition(validity: 6, uid: 4)).batch)
        #expect(reset.texts.count == 4 && reset.isReset)
    }

    @Test func `a mailbox that was made anew is read anew`() async throws {
        let script = IMAPScript([1: "old", 2: "again"])
        script.state.withLock { $0.old = [1] }
        let batch = try #require(
            await (try mailbox(script.server())).fetchNew(after: MailboxPosition(validity: 6, uid: 900)).batch
        )
        #expect(batch.texts == ["2:again"])
        #expect(batch.isReset && batch.position == MailboxPosition(validity: 7, uid: 2))
    }

    @Test func `a mailbox made anew while the connection was away is noticed`() async throws {
        let script = IMAPScript([4: "four"])
        let server = try script.server()
        let mailbox = try mailbox(server)
        let first = try #require(await mailbox.fetchNew(after: MailboxPosition(validity: 7, uid: 0)).batch)
        script.state.withLock { state in
            state.validity = 8
            state.mails = [1: "one"]
        }
        server.connections[0].hangUp()
        let second = try #require(await mailbox.fetchNew(after: first.position).batch)
        #expect(second.texts == ["1:one"])
        #expect(second.isReset && second.position == MailboxPosition(validity: 8, uid: 1))
    }

    @Test func `a mail that is too large is named and not loaded, and one that is gone is passed over`() async throws {
        let script = IMAPScript([
            1: "a", 2: String(repeating: "x", count: 500), 3: "c", 4: String(repeating: "y", count: 500),
        ])
        script.state.withLock { state in
            // A size that is a lie.
            state.sizes[4] = 3
            state.heads[2] = "From: a@b.test"
            state.heads[4] = String(repeating: "h", count: 300_000)
            state.oddities[3] = { $0.send("\($1) OK done") }
        }
        let server = try script.server()
        var limits = IMAPLimits()
        limits.messageBytes = 100
        let batch = try #require(
            await (try mailbox(server)).fetchNew(after: MailboxPosition(validity: 7, uid: 0), limits: limits).batch
        )
        #expect(batch.texts == ["1:a", "2 too large: 500 From: a@b.test", "4 too large: 101"])
        #expect(batch.position.uid == 4)
        #expect(!server.lines.contains { $0.hasSuffix("UID FETCH 2 BODY[]") })
    }

    @Test func `however many messages and long their UIDs, no command or answer is too long`() async throws {
        let base = 4_000_000_000
        let uids = (1...900).map { base + 2 * $0 }
        let script = IMAPScript(Dictionary(uniqueKeysWithValues: uids.map { ($0, "m") }))
        let left = stride(from: 99, to: 900, by: 100).map { uids[$0] }
        script.state.withLock { $0.gone = Set(uids).subtracting(left) }
        let server = try script.server()
        let mailbox = try mailbox(server)
        var limits = IMAPLimits()
        limits.messages = 1_000
        let look = MailboxPosition(validity: 7, uid: UInt32(base))
        for position in [look, nil] {
            let batch = try #require(await mailbox.fetchNew(after: position, limits: limits).batch)
            #expect(batch.texts == left.map { "\($0):m" })
            #expect(!batch.hasMore)
        }
        #expect(await mailbox.remove(uids.map { UInt32($0) }, validity: 7))
        #expect(script.state.withLock { $0.mails.isEmpty })
        #expect(server.lines.allSatisfy { $0.utf8.count <= 8_192 })
        #expect(server.lines.filter { $0.contains("RFC822.SIZE") }.count == 36)
    }

    @Test func `one look takes as many as it may, and says that there is more`() async throws {
        let script = IMAPScript(Dictionary(uniqueKeysWithValues: (1...7).map { ($0, "m\($0)") }))
        let mailbox = try mailbox(script.server())
        var limits = IMAPLimits()
        limits.messages = 3
        var position = MailboxPosition(validity: 7, uid: 0)
        var seen: [[String]] = []
        var hasMore = true
        while hasMore, seen.count < 5 {
            let batch = try #require(await mailbox.fetchNew(after: position, limits: limits).batch)
            (position, hasMore) = (batch.position, batch.hasMore)
            seen.append(batch.texts)
        }
        #expect(seen == [["1:m1", "2:m2", "3:m3"], ["4:m4", "5:m5", "6:m6"], ["7:m7"]])
        limits.messages = 100
        limits.totalBytes = 3
        let batch = try #require(
            await mailbox.fetchNew(after: MailboxPosition(validity: 7, uid: 0), limits: limits).batch
        )
        #expect(batch.texts == ["1:m1", "2:m2"] && batch.hasMore && batch.position.uid == 2)
    }

    @Test func `a message the server cannot say does not hold up the others for ever`() async throws {
        let script = IMAPScript([1: "a", 2: "b", 3: "c"])
        script.state.withLock { state in
            state.oddities[2] = { $0.send("* 2 FETCH (UID 2 BODY[] \"short\")", "\($1) OK done") }
        }
        let mailbox = try mailbox(script.server())
        var position = MailboxPosition(validity: 7, uid: 0)
        var texts: [String] = []
        var unavailable = 0
        for _ in 0..<6 where texts.count < 3 {
            guard let batch = await mailbox.fetchNew(after: position).batch else {
                unavailable += 1
                continue
            }
            texts += batch.texts
            position = batch.position
        }
        #expect(texts == ["1:a", "2 unreadable", "3:c"])
        #expect(unavailable <= 2)
    }

    @Test func `a message that cannot be read just now is read later`() async throws {
        let script = IMAPScript([1: "a", 2: "b"])
        let failures = Mutex(2)
        script.state.withLock { state in
            state.oddities[1] = { connection, tag in
                let isFailing = failures.withLock { left in
                    left -= 1
                    return left >= 0
                }
                if isFailing {
                    connection.send("\(tag) NO [UNAVAILABLE] Internal error occurred")
                } else {
                    connection.send("* 1 FETCH (UID 1 BODY[] {3}", "1:a)", "\(tag) OK done")
                }
            }
        }
        let mailbox = try mailbox(script.server())
        let position = MailboxPosition(validity: 7, uid: 0)
        #expect(await mailbox.fetchNew(after: position).batch == nil)
        #expect(await mailbox.fetchNew(after: position).batch == nil)
        let batch = try #require(await mailbox.fetchNew(after: position).batch)
        #expect(batch.texts.count == 2)
        #expect(batch.texts.last == "2:b")
    }

    @Test func `a connection that breaks off in a message leaves what came before`() async throws {
        let script = IMAPScript([1: "a", 2: "b"])
        script.state.withLock { state in
            state.oddities[2] = { connection, _ in
                connection.send("* 2 FETCH (UID 2 BODY[] {5000}", "half")
                connection.hangUp()
            }
        }
        let server = try script.server()
        let mailbox = try mailbox(server)
        let batch = try #require(await mailbox.fetchNew(after: MailboxPosition(validity: 7, uid: 0)).batch)
        #expect(batch.texts == ["1:a"] && batch.position.uid == 1 && batch.hasMore)
        guard case .unavailable = await mailbox.fetchNew(after: batch.position) else {
            Issue.record("not unavailable")
            return
        }
        script.state.withLock { $0.oddities = [:] }
        #expect(await mailbox.fetchNew(after: batch.position).batch?.texts == ["2:b"])
    }

    @Test func `a refused login or mailbox is said with the server's words`() async throws {
        let script = IMAPScript()
        script.state.withLock { $0.login = "NO [AUTHENTICATIONFAILED] wrong \u{1b}password" }
        let denied = await (try mailbox(script.server())).fetchNew(after: nil)
        #expect(denied == .refused(reason: "[AUTHENTICATIONFAILED] wrong  password"))
        let missing = IMAPScript()
        missing.state.withLock { $0.select = "NO no such mailbox" }
        #expect(await (try mailbox(missing.server())).fetchNew(after: nil) == .refused(reason: "no such mailbox"))
    }

    @Test func `a silent server is given up at the deadline`() async throws {
        let server = try ScriptedMailServer(greeting: { _ in }, script: { _, _ in })
        guard case .unavailable = await (try mailbox(server, seconds: 0.5)).fetchNew(after: nil) else {
            Issue.record("not unavailable")
            return
        }
    }

    @Test func `ten thousand new messages in one line are all seen`() async throws {
        let script = IMAPScript(Dictionary(uniqueKeysWithValues: (1_000_001...1_010_000).map { ($0, "m") }))
        let server = try script.server()
        let mailbox = try mailbox(server)
        var limits = IMAPLimits()
        limits.messages = 2
        let start = MailboxPosition(validity: 7, uid: 999_999)
        let batch = try #require(await mailbox.fetchNew(after: start, limits: limits).batch)
        #expect(batch.texts == ["1000001:m", "1000002:m"] && batch.hasMore)
        let last = MailboxPosition(validity: 7, uid: 1_009_999)
        #expect(await mailbox.fetchNew(after: last, limits: limits).batch?.texts == ["1010000:m"])
    }

    @Test func `messages are removed by UID, and only of the mailbox they were in`() async throws {
        let script = IMAPScript([1: "a", 2: "b", 3: "c"])
        let mailbox = try mailbox(script.server())
        #expect(await mailbox.remove([1, 3], validity: 6) == false)
        #expect(await mailbox.remove([1, 3], validity: 7))
        #expect(script.state.withLock { $0.mails.keys.sorted() } == [2])
    }

    @Test(arguments: [
        ("", "\"INBOX\"", "INBOX"), ("My%20News", "\"My News\"", ""), ("a/b", "", "a/b"),
        ("Entw%C3%BCrfe", "", "Entw&APw-rfe"), ("Entwürfe & mehr", "\"Entw&APw-rfe &- mehr\"", ""),
        ("日本語", "", "&ZeVnLIqe-"), ("R&-D", "", "R&-D"),
    ])
    func `a mailbox is selected by its name`(_ path: String, _ quoted: String, _ plain: String) async throws {
        let server = try IMAPScript([1: "a"]).server()
        _ = await (try mailbox(server, path: path)).fetchNew(after: nil)
        let line = try #require(server.lines.first { $0.contains("SELECT") })
        let name = String(line.split(separator: " ", maxSplits: 2)[2])
        #expect(name == quoted || name == plain)
        #expect(!server.lines.contains { $0.contains("LIST") })
    }

    @Test func `a position is written as two numbers`() throws {
        let position = MailboxPosition(validity: 4_294_967_295, uid: 12)
        #expect(position.description == "4294967295:12")
        #expect(MailboxPosition("4294967295:12") == position)
        for text in ["", "1", "1:", ":1", "1:2:3", "-1:2", "4294967296:1", "a:b"] {
            #expect(MailboxPosition(text) == nil)
        }
        let json = try JSONEncoder().encode([position])
        #expect(String(decoding: json, as: UTF8.self) == #"["4294967295:12"]"#)
        #expect(try JSONDecoder().decode([MailboxPosition].self, from: json) == [position])
    }

    @Test(arguments: [(0, "1-Mar-2026"), (1, "28-Feb-2026"), (365, "1-Mar-2025")])
    func `days are written as IMAP does`(_ days: Int, _ expected: String) {
        #expect(IMAPDate.day(days, before: 1_772_323_200 + 3_600) == expected)
    }

    @Test(arguments: [
        (" 1-Mar-2026 00:30:00 +0000", 1_772_325_000), ("01-MAR-2026 02:30:00 +0200", 1_772_325_000),
        ("28-Feb-2026 17:00:00 -0730", 1_772_325_000), ("1-Foo-2026 00:30:00 +0000", nil),
        ("1-Mar-2026 24:30:00 +0000", nil), ("99999999999999999999-Mar-2026 00:30:00 +0000", nil),
        ("1-Mar-2026 00:30:00 0000", nil), ("1-Mar-99999999999 00:30 +0000", nil),
    ])
    func `the time of arrival is read`(_ text: String, _ expected: Int?) {
        let answer = "* 1 FETCH (INTERNALDATE \"\(text)\" UID 5)\r\n"
        #expect(IMAPAnswer.arrivals(Array(answer.utf8)) == (expected.map { [5: $0] } ?? [:]))
    }

    @Test func `answers are read for what they are`() {
        #expect(
            IMAPAnswer.uids(Array("* 3 EXISTS\r\n* search 9 2 x 0 99999999999 2\r\n* SEARCH 5\r\n* SEARCH\r\n".utf8))
                == [2, 5, 9]
        )
        let sizes =
            "* 1 FETCH (UID 5 RFC822.SIZE 1200)\r\n* 2 FETCH (RFC822.SIZE 7 FLAGS (\\Seen) UID 6)\r\n* 3 FETCH (UID)\r\n"
        #expect(IMAPAnswer.sizes(Array(sizes.utf8)) == [5: 1_200, 6: 7])
    }
}

@Suite(
    .timed,
    .timeLimit(.minutes(10)),
    .enabled(if: TestCertificates.isAvailable, "openssl is not installed: skipped")
)
struct IMAPSecurityTests {
    @Test func `the password is said under TLS only`() async throws {
        let certificates = try TestCertificates()
        let script = IMAPScript([1: "one"])
        let server = try script.server(certificate: certificates.issue("good"))
        let mailbox = try mailbox(server, host: "localhost", requiresTLS: true, caFile: certificates.caFile)
        #expect(await mailbox.fetchNew(after: nil).batch?.texts == ["1:one"])
        #expect(server.lines.prefix(2).map { $0.split(separator: " ")[1] } == ["CAPABILITY", "STARTTLS"])
        let plain = try IMAPScript([1: "one"]).server()
        guard case .unavailable = await (try MailTransportTests.mailbox(plain, requiresTLS: true)).fetchNew(after: nil)
        else {
            Issue.record("not unavailable")
            return
        }
        #expect(!plain.lines.contains { $0.contains("AUTH") || $0.contains("LOGIN") })
    }

    @Test func `a wrong certificate or name, and words slipped in before TLS, end it`() async throws {
        let certificates = try TestCertificates()
        let stranger = try TestCertificates()
        let good = try certificates.issue("good")
        let other = try certificates.issue("other", subjectNames: "DNS:mail.example")
        for (pair, caFile, injected) in [
            (good, stranger.caFile, ""), (other, certificates.caFile, ""),
            (good, certificates.caFile, "* CAPABILITY IMAP4rev1\r\nA001 OK\r\n"),
        ] {
            let server = try IMAPScript([1: "one"]).server(certificate: pair, injected: injected)
            let mailbox = try mailbox(server, host: "localhost", requiresTLS: true, caFile: caFile)
            guard case .unavailable = await mailbox.fetchNew(after: nil) else {
                Issue.record("not unavailable")
                return
            }
            #expect(!server.lines.contains { $0.contains("AUTH") })
        }
    }
}
