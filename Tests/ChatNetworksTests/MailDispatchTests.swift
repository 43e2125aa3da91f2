import MailTransport
import Foundation
import Logging
import MailMessages
import NewsModel
import Synchronization
import TestSupport
import Testing

@testable import ChatNetworks

/// A mail server that answers as it is told, by the clock of the test.
private final class ScriptedServer: Sendable {
    let time = ManualTimeSource(MailSamples.time)
    private let attempts = Mutex<[(time: Date, to: String, bytes: [UInt8])]>([])
    private let rule: @Sendable (_ time: Date, _ to: String, _ attempt: Int) -> MailSubmissionOutcome

    init(_ rule: @escaping @Sendable (_ time: Date, _ to: String, _ attempt: Int) -> MailSubmissionOutcome) {
        self.rule = rule
    }

    var times: [TimeInterval] { attempts.withLock { $0.map { $0.time.timeIntervalSince(MailSamples.time) } } }
    var count: Int { attempts.withLock { $0.count } }

    func submit(_ to: String, _ bytes: [UInt8]) -> MailSubmissionOutcome {
        let now = time.now
        let attempt = attempts.withLock { attempts in
            attempts.append((now, to, bytes))
            return attempts.count
        }
        return rule(now, to, attempt)
    }
}

@Suite(.timed) struct MailDispatchTests {
    private func dispatch(_ server: ScriptedServer, _ people: MailPeople) -> MailDispatch {
        MailDispatch(network: "mail", keeping: people, time: server.time, log: Logger(label: "test")) { _, to, bytes in
            server.submit(to, bytes)
        }
    }

    private func mail(to address: String = MailSamples.reader.address) throws -> ComposedMail {
        try #require(
            try MailSamples.composer().push(
                MailSamples.alert,
                key: .ledger(7),
                to: MailCorrespondent(address: address, token: "abc"),
                footer: MailSamples.footer,
                at: MailSamples.time
            )
        )
    }

    /// Sends as the ledger does: again when told to, until something is final.
    private func deliver(
        _ dispatch: MailDispatch,
        _ server: ScriptedServer,
        _ people: MailPeople,
        to address: String = MailSamples.reader.address,
        limit: Int = 2_000
    ) async throws -> SendOutcome {
        let mail = try mail(to: address)
        for _ in 0..<limit {
            let outcome = await dispatch.send(
                mail,
                to: people.correspondent(address, network: "mail", at: server.time.now)
            )
            switch outcome {
            case .confirmed, .refused, .unconfirmed: return outcome
            case .notSent(let retryAt):
                server.time.set(max(try #require(retryAt), server.time.now.addingTimeInterval(1)))
            case .unknown:
                server.time.advance(by: 5)
            }
        }
        return .notSent(retryAt: nil)
    }

    @Test func `a mail that is taken goes once, and is confirmed`() async throws {
        let server = ScriptedServer { _, _, _ in .accepted(reply: "250 ok") }
        let people = MailPeople([MailSamples.reader])
        #expect(try await deliver(dispatch(server, people), server, people) == .confirmed)
        #expect(server.times == [0])
    }

    @Test func `greylisting costs one more attempt after some minutes`() async throws {
        let server = ScriptedServer { time, _, _ in
            time.timeIntervalSince(MailSamples.time) < 300
                ? .deferred(code: 451, text: "4.7.1 Greylisted", about: .recipient) : .accepted(reply: "250 ok")
        }
        let people = MailPeople([MailSamples.reader])
        #expect(try await deliver(dispatch(server, people), server, people) == .confirmed)
        #expect(server.count == 2)
        #expect(server.times[1] >= 300)
        #expect(server.times[1] < 400)
        #expect(people["reader@example.net"]?.failingSince == nil)
    }

    @Test func `an address deferred for an hour holds nobody else up`() async throws {
        let server = ScriptedServer { time, to, _ in
            to.hasPrefix("reader") && time.timeIntervalSince(MailSamples.time) < 3_600
                ? .deferred(code: 452, text: "4.2.2 mailbox full", about: .recipient) : .accepted(reply: "250 ok")
        }
        let people = MailPeople([MailSamples.reader])
        let dispatch = dispatch(server, people)
        let mail = try mail()
        _ = await dispatch.send(mail, to: MailSamples.reader)
        // More mail for the same mailbox does not even ask.
        guard case .notSent = await dispatch.send(mail, to: MailSamples.reader) else { throw Failure() }
        #expect(server.count == 1)
        #expect(try await deliver(dispatch, server, people, to: "other@example.net") == .confirmed)
        #expect(people["reader@example.net"]?.failingSince == MailSamples.time)
        #expect(try await deliver(dispatch, server, people) == .confirmed)
        #expect(server.count <= 8)
    }

    private struct Failure: Error {}

    @Test func `an address deferred for five days is refused, and may start anew`() async throws {
        let server = ScriptedServer { _, _, _ in .deferred(code: 451, text: "4.3.0 later\r\nX: y", about: .content) }
        let people = MailPeople([MailSamples.reader])
        let dispatch = dispatch(server, people)
        #expect(try await deliver(dispatch, server, people) == .refused(reason: "451 4.3.0 later X: y"))
        #expect((30...45).contains(server.count))
        #expect(try #require(server.times.last) >= 5 * 86400)
        #expect(people["reader@example.net"]?.failingSince == nil)
    }

    @Test func `a refused recipient or content is refused at once`() async throws {
        for about in [MailSubmissionOutcome.Subject.recipient, .content] {
            let server = ScriptedServer { _, _, _ in .rejected(code: 550, text: "5.1.1 no such user", about: about) }
            let people = MailPeople([MailSamples.reader])
            let outcome = try await deliver(dispatch(server, people), server, people)
            #expect(outcome == .refused(reason: "550 5.1.1 no such user"))
            #expect(server.count == 1)
        }
    }

    @Test(arguments: [
        "5.7.1 Relay access denied", "5.7.1 <crier+x@example.org>: Sender address rejected: not owned by user crier",
        "5.4.5 Daily sending quota exceeded", "5.7.1 Message content rejected", "blocked using bl.example",
    ])
    func `what the relay refuses to everybody pauses only those who came first`(text: String) async throws {
        let server = ScriptedServer { time, _, _ in
            time.timeIntervalSince(MailSamples.time) < 86_400
                ? .rejected(code: 554, text: text, about: .recipient) : .accepted(reply: "250 ok")
        }
        let people = MailPeople([])
        let dispatch = dispatch(server, people)
        for number in 0..<2 {
            let outcome = try await deliver(dispatch, server, people, to: "reader\(number)@example.net")
            guard case .refused = outcome else { throw Failure() }
        }
        for number in 2..<5 {
            let outcome = try await deliver(dispatch, server, people, to: "reader\(number)@example.net")
            #expect(outcome == .confirmed)
        }
        #expect(server.count < 60)
    }

    @Test func `mailboxes that are gone are refused, however many`() async throws {
        let server = ScriptedServer { _, _, _ in
            .rejected(code: 550, text: "5.1.1 User unknown in relay recipient table", about: .recipient)
        }
        let people = MailPeople([])
        let dispatch = dispatch(server, people)
        for number in 0..<6 {
            let outcome = try await deliver(dispatch, server, people, to: "reader\(number)@example.net")
            guard case .refused = outcome else { throw Failure() }
        }
        #expect(server.count == 6)
    }

    @Test func `a server that never says that it has a mail gets it a few times, not for days`() async throws {
        let server = ScriptedServer { _, _, _ in .unknown(reason: "no answer") }
        let people = MailPeople([MailSamples.reader])
        let first = dispatch(server, people)
        #expect(try await deliver(first, server, people) == .unconfirmed(reason: "no answer"))
        #expect(server.count == 4)
        #expect(people["reader@example.net"]?.failingSince == nil, "the mailbox has done nothing")
        // The ledger may not have heard it: never a fifth time, by nobody.
        let later = dispatch(server, people)
        for dispatch in [first, later] {
            guard case .unconfirmed = try await deliver(dispatch, server, people) else { throw Failure() }
        }
        #expect(server.count == 4)
    }

    @Test func `attempts that nobody confirmed count over restarts, and hold nothing else up`() async throws {
        let server = ScriptedServer { _, _, attempt in
            attempt == 2 ? .accepted(reply: "250 ok") : .unknown(reason: "no answer")
        }
        let people = MailPeople([MailSamples.reader])
        let mail = try mail()
        let first = dispatch(server, people)
        #expect(await first.send(mail, to: MailSamples.reader) == .unknown)
        let other = try #require(
            try MailSamples.composer().push(
                MailSamples.alert,
                key: .ledger(8),
                to: MailSamples.reader,
                footer: MailSamples.footer,
                at: MailSamples.time
            )
        )
        #expect(await first.send(other, to: MailSamples.reader) == .confirmed)
        for _ in 0..<3 {
            let again = dispatch(server, people)
            guard case .notSent(let end?) = await again.send(mail, to: MailSamples.reader) else { throw Failure() }
            server.time.set(end)
            _ = await again.send(mail, to: MailSamples.reader)
        }
        let last = dispatch(server, people)
        guard case .unconfirmed = await last.send(mail, to: MailSamples.reader) else { throw Failure() }
        #expect(server.count == 5)
    }

    @Test func `however many mails are never confirmed, each goes four times and not once more`() async throws {
        let sent = Mutex<[String: Int]>([:])
        let server = ScriptedServer { _, to, _ in
            sent.withLock { $0[to, default: 0] += 1 }
            return .unknown(reason: "no answer")
        }
        let people = MailPeople([])
        let first = dispatch(server, people)
        let addresses = (0..<1_200).map { "reader\($0)@example.net" }
        var short = try mail()
        (short.mail.text, short.mail.html) = ("News.", nil)
        let mails = try addresses.map { address in
            var mail = short
            mail.recipient = try MailAddress(address)
            mail.mail.messageID = MailMessageID(stableID: address, domain: mail.sender.domain)
            return mail
        }
        var open = Set(mails.indices)
        // Before and after each wait is over, several at a time, and restarted in between.
        for wait in [0, 299, 1, 1_799, 1, 10_799, 1] {
            server.time.advance(by: TimeInterval(wait))
            let dispatch = wait == 1 ? dispatch(server, people) : first
            for start in stride(from: 0, to: mails.count, by: 100) {
                let ended = await withTaskGroup(of: Int?.self) { group in
                    for number in start..<start + 100 where open.contains(number) {
                        group.addTask {
                            let known = people.correspondent(addresses[number], network: "mail", at: server.time.now)
                            let outcome = await dispatch.send(mails[number], to: known)
                            if case .unconfirmed = outcome { return number }
                            return nil
                        }
                    }
                    return await group.reduce(into: Set<Int>()) { if let number = $1 { $0.insert(number) } }
                }
                open.subtract(ended)
            }
        }
        #expect(open.isEmpty)
        let afterwards = dispatch(server, people)
        for mail in mails.shuffled() {
            guard case .unconfirmed = await afterwards.send(mail, to: MailSamples.reader) else { throw Failure() }
        }
        #expect(sent.withLock { $0.count } == 1_200)
        #expect(sent.withLock { Set($0.values) } == [4])
    }

    @Test func `of a mail that was confirmed after all nothing is remembered`() async throws {
        let server = ScriptedServer { _, _, attempt in
            attempt < 4 ? .unknown(reason: "no answer") : .accepted(reply: "250 ok")
        }
        let people = MailPeople([MailSamples.reader])
        let dispatch = dispatch(server, people)
        #expect(await dispatch.send(try mail(), to: MailSamples.reader) == .unknown)
        #expect(people.unconfirmedCount == 1)
        #expect(try await deliver(dispatch, server, people) == .confirmed)
        #expect(people.unconfirmedCount == 0)
    }

    @Test(arguments: [true, false])
    func `a no after an attempt without an answer is a no, at once or after five days`(atOnce: Bool) async throws {
        let server = ScriptedServer { _, _, attempt in
            if attempt == 1 { return .unknown(reason: "no answer") }
            return atOnce
                ? .rejected(code: 550, text: "5.1.1 no such user", about: .recipient)
                : .deferred(code: 452, text: "4.2.2 full", about: .recipient)
        }
        let people = MailPeople([MailSamples.reader])
        let dispatch = dispatch(server, people)
        let outcome = try await deliver(dispatch, server, people)
        #expect(outcome == .refused(reason: atOnce ? "550 5.1.1 no such user" : "452 4.2.2 full"))
        #expect(atOnce ? server.count == 2 : (30...46).contains(server.count))
        #expect(people.unconfirmedCount == 0)
        #expect(people["reader@example.net"]?.failingSince == nil)
    }

    @Test func `nobody is given up for a trouble of last week`() async throws {
        var known = MailSamples.reader
        known.failingSince = MailSamples.time.addingTimeInterval(-5.5 * 86_400)
        let server = ScriptedServer { _, _, attempt in
            attempt == 1
                ? .deferred(code: 451, text: "4.7.1 Greylisted", about: .recipient) : .accepted(reply: "250 ok")
        }
        let people = MailPeople([known])
        #expect(try await deliver(dispatch(server, people), server, people) == .confirmed)
        #expect(server.count == 2)
    }

    @Test func `a server that is down for a day is asked a few hundred times, and then gets every mail once`()
        async throws
    {
        let taken = Mutex<[String]>([])
        let server = ScriptedServer { time, to, attempt in
            guard time.timeIntervalSince(MailSamples.time) >= 86_400 else {
                return switch attempt % 4 {
                case 0: .unavailable(reason: "connection refused")
                case 1: .rejected(code: 554, text: "no service", about: .session)
                case 2: .deferred(code: 454, text: "TLS not available", about: .session)
                default: .deferred(code: 421, text: "shutting down", about: .recipient)
                }
            }
            taken.withLock { $0.append(to) }
            return .accepted(reply: "250 ok")
        }
        let addresses = (0..<20).map { "reader\($0)@example.net" }
        let people = MailPeople([])
        let dispatch = dispatch(server, people)
        let mails = try addresses.map { try mail(to: $0) }
        var waiting = addresses
        while !waiting.isEmpty {
            for mail in mails where waiting.contains(mail.recipient.description) {
                let address = mail.recipient.description
                let known = people.correspondent(address, network: "mail", at: server.time.now)
                let outcome = await dispatch.send(mail, to: known)
                if outcome == .confirmed { waiting.removeAll { $0 == address } }
                if case .refused = outcome { throw Failure() }
            }
            server.time.advance(by: 20)
            try #require(server.time.now < MailSamples.time.addingTimeInterval(100_000))
        }
        #expect(taken.withLock { $0.sorted() } == addresses.sorted())
        #expect(server.count < 500)
        #expect(people["reader3@example.net"]?.failingSince == nil)
        #expect(dispatch.isOpen)
    }

    @Test func `an unanswered mail is repeated as the same, but seldom`() async throws {
        let server = ScriptedServer { time, _, _ in
            time.timeIntervalSince(MailSamples.time) < 3_600
                ? .unknown(reason: "no answer") : .accepted(reply: "250 ok")
        }
        let people = MailPeople([MailSamples.reader])
        #expect(try await deliver(dispatch(server, people), server, people) == .confirmed)
        #expect(server.count == 4)
    }

    @Test func `the end of a pause is told`() async throws {
        let server = ScriptedServer { _, _, attempt in
            attempt == 1 ? .unavailable(reason: "down") : .accepted(reply: "250 ok")
        }
        let people = MailPeople([MailSamples.reader])
        let dispatch = dispatch(server, people)
        guard case .notSent(let end?) = await dispatch.send(try mail(), to: MailSamples.reader) else { throw Failure() }
        #expect(!dispatch.isOpen)
        var ends = dispatch.pauseEnds.makeAsyncIterator()
        #expect(await ends.next() == end)
        server.time.set(end)
        #expect(dispatch.isOpen)
    }
}
