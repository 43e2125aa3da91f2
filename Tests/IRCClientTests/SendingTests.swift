import Testing

@testable import IRCClient

private let labels = "batch labeled-response echo-message message-tags"

@Suite struct `Confirmed sending` {
    @Test func `without capabilities the PONG confirms`() {
        var chat = SessionTranscript.ready()
        chat.send("hello", sender: 1, id: "m7.1")
        #expect(chat.take() == ["PRIVMSG #news hello", "PING m7.1"])
        chat.server(":irc.test PONG irc.test :other")
        #expect(chat.outcomes.isEmpty)
        chat.server(":irc.test PONG irc.test :m7.1")
        #expect(chat.outcomes == [1: .confirmed])
    }

    @Test func `an error numeric before the PONG refuses, and only the line it names`() {
        var chat = SessionTranscript.ready()
        chat.send("one", to: "alice", sender: 1, id: "a")
        chat.send("two", to: "gone", sender: 2, id: "b")
        chat.send("three", to: "#news", sender: 3, id: "c")
        chat.server(":s 401 crier Gone :No such nick")
        chat.server(":s PONG s a", ":s PONG s b", ":s 404 crier #news :Cannot send to channel", ":s PONG s c")
        #expect(chat.outcomes[1] == .confirmed)
        #expect(chat.outcomes[2] == .refused(IRCRefusal(numeric: "401", reason: "No such nick", isPermanent: false)))
        #expect(
            chat.outcomes[3]
                == .refused(IRCRefusal(numeric: "404", reason: "Cannot send to channel", isPermanent: false))
        )
    }

    @Test func `one PONG confirms every line before its PING and none after`() {
        var chat = SessionTranscript.ready()
        chat.send("one", sender: 1, id: "a")
        chat.send("two", sender: 2, id: "b")
        chat.send("three", sender: 3, id: "c")
        chat.server(":s PONG s b")
        #expect(chat.outcomes == [1: .confirmed, 2: .confirmed])
    }

    @Test func `an echo confirms the line with its text`() {
        var chat = SessionTranscript.ready(capabilities: "echo-message")
        chat.send("one", sender: 1)
        chat.send("two", sender: 2)
        #expect(chat.take() == ["PRIVMSG #news one", "PRIVMSG #news two"])
        chat.server(":crier!c@h PRIVMSG #NEWS two")
        #expect(chat.outcomes == [2: .confirmed])
        chat.server(":crier!c@h PRIVMSG #news :o n e")
        #expect(chat.outcomes == [1: .confirmed, 2: .confirmed])
        #expect(chat.events.isEmpty)
    }

    @Test func `a label finds its line, whether echoed, acknowledged, refused or answered by a batch`() {
        var chat = SessionTranscript.ready(capabilities: labels)
        for sender in 1...5 { chat.send("line", sender: sender) }
        #expect(chat.take().prefix(2) == ["@label=1 PRIVMSG #news line", "@label=2 PRIVMSG #news line"])
        chat.server("@label=2 :crier!c@h PRIVMSG #news line")
        #expect(chat.outcomes == [2: .confirmed])
        chat.server(
            "@label=1 :s ACK",
            "@label=3 :s 404 crier #news :no",
            "@label=4 :s FAIL PRIVMSG RATE_LIMITED #news :slow"
        )
        #expect(chat.outcomes[1] == .confirmed)
        #expect(chat.outcomes[3] == .refused(IRCRefusal(numeric: "404", reason: "no", isPermanent: false)))
        #expect(chat.outcomes[4] == .refused(IRCRefusal(numeric: "RATE_LIMITED", reason: "slow", isPermanent: false)))
        chat.server("@label=5 :s BATCH +x labeled-response", "@batch=x :s 301 crier #news :away")
        chat.server("@batch=x :crier!c@h PRIVMSG #news line", ":s BATCH -x")
        #expect(chat.outcomes[5] == .confirmed)
    }

    @Test func `what was on the wire is unknown, what was queued was not sent`() {
        var chat = SessionTranscript.ready { options in
            options.floodBurst = 1
            options.floodRefillPerSecond = 0.1
        }
        // The pacer still pays for the JOIN.
        chat.pass(.seconds(30))
        chat.send("one", sender: 1)
        chat.send("two", sender: 2)
        chat.act { session, _ in session.close(IRCDisconnectReason(.temporary, "lost")) }
        #expect(chat.outcomes == [1: .unknown, 2: .notSent(reason: "disconnected")])
        chat.send("three", sender: 3)
        #expect(chat.outcomes[3] == .notSent(reason: "not connected"))
    }

    @Test func `a long text of which a piece was written is unknown, not unsent`() {
        var chat = SessionTranscript.ready(capabilities: labels) { options in
            options.floodBurst = 1
            options.floodRefillPerSecond = 0.1
        }
        chat.pass(.seconds(30))
        chat.send(String(repeating: "word ", count: 200), sender: 1)
        chat.server("@label=1 :s ACK")
        #expect(chat.outcomes.isEmpty)
        chat.act { session, _ in session.close(IRCDisconnectReason(.temporary, "lost")) }
        #expect(chat.outcomes == [1: .unknown])
    }

    @Test func `a confirmation id of any kind becomes a token that servers give back`() {
        var chat = SessionTranscript.ready()
        chat.send("hello", sender: 1, id: ":a b\r\nQUIT é")
        #expect(chat.take().last == "PING abQUIT")
        chat.server(":s PONG s abQUIT")
        chat.send("hello", sender: 2, id: "")
        #expect(chat.take().last == "PING line")
        #expect(chat.outcomes == [1: .confirmed])
    }

    @Test func `the lines of one answer have different tokens, however long the name of the question is`() {
        var chat = SessionTranscript.ready()
        let name = "reply-" + String(repeating: "x", count: 200)
        chat.send("one", sender: 1, id: name + "-1")
        chat.send("two", sender: 2, id: name + "-2")
        let pings = chat.take().filter { $0.hasPrefix("PING ") }
        #expect(Set(pings).count == 2 && pings.allSatisfy { $0.utf8.count <= 70 }, "\(pings)")
    }

    @Test func `a line that nobody confirms is unknown after its time`() {
        var chat = SessionTranscript.ready(capabilities: labels)
        chat.send("one", sender: 1)
        chat.pass(.seconds(59))
        #expect(chat.outcomes.isEmpty)
        chat.pass(.seconds(2))
        #expect(chat.outcomes == [1: .unknown])
    }

    @Test func `a long text is confirmed by its last piece and refused by any`() {
        var chat = SessionTranscript.ready(capabilities: labels)
        let text = (0..<200).map { "word\($0)" }.joined(separator: " ")
        chat.send(text, sender: 1)
        chat.send("after", sender: 2)
        let lines = chat.take()
        #expect(lines.count == 5)
        let heard = lines.dropLast().map { $0.split(separator: ":", maxSplits: 1)[1] }.joined(separator: " ")
        #expect(heard == text)
        chat.server("@label=1 :s ACK", "@label=2 :s ACK", "@label=3 :s ACK")
        #expect(chat.outcomes.isEmpty)
        chat.server("@label=4 :s ACK")
        #expect(chat.outcomes == [1: .confirmed])
    }

    @Test func `targets take turns and each keeps its order`() {
        var chat = SessionTranscript.ready(capabilities: "echo-message") { options in
            options.floodBurst = 1
            options.floodRefillPerSecond = 1
        }
        // Long enough for the JOIN to be paid for.
        chat.pass(.seconds(10))
        _ = chat.take()
        for number in 1...3 { chat.send("a\(number)", to: "alice", sender: number) }
        for number in 1...3 { chat.send("b\(number)", to: "bob", sender: 10 + number) }
        chat.pass(.seconds(20))
        let order = chat.take().compactMap { $0.split(separator: " ").last.map(String.init) }
        #expect(order.filter { $0.hasPrefix("a") } == ["a1", "a2", "a3"])
        #expect(order == ["a1", "b1", "a2", "b2", "a3", "b3"])
    }

    @Test func `the pace is kept and long lines cost more`() {
        #expect(SendPacer.cost(bytes: 10) == 1)
        #expect(SendPacer.cost(bytes: 450) == 2)
        var chat = SessionTranscript.ready(capabilities: "echo-message") { options in
            options.floodBurst = 4
            options.floodRefillPerSecond = 1
        }
        chat.pass(.seconds(60))
        for number in 1...20 { chat.send("\(number)", sender: number) }
        #expect(chat.take().count == 4)
        chat.pass(.seconds(5))
        #expect((4...6).contains(chat.take().count))
    }

    @Test func `the queue is bounded`() {
        var chat = SessionTranscript.ready {
            $0.maximumQueuedLines = 10
            $0.floodBurst = 1
            $0.floodRefillPerSecond = 0.01
        }
        for number in 1...20 { chat.send("x", sender: number) }
        #expect(chat.outcomes[20] == .notSent(reason: "too many lines are waiting"))
        #expect(chat.outcomes.count >= 9)
    }

    @Test(arguments: ["", "a,b", "a b", ":x", "a\r\nQUIT"])
    func `a target that is none is refused`(target: String) {
        var chat = SessionTranscript.ready()
        chat.send("x", to: target, sender: 1)
        guard case .refused(let refusal)? = chat.outcomes[1] else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.isPermanent)
        #expect(chat.take() == [])
    }

    @Test func `stopping sends what is queued, waits for its confirmation and says QUIT`() {
        var chat = SessionTranscript.ready { $0.floodRefillPerSecond = 2 }
        for number in 1...3 { chat.send("\(number)", sender: number, id: "i\(number)") }
        chat.act { session, now in session.leave(by: now.advanced(by: .seconds(5)), now: now) }
        chat.send("late", sender: 9)
        #expect(chat.outcomes[9] == .notSent(reason: "not connected"))
        #expect(!chat.take().contains("QUIT :back soon"))
        chat.server(":s PONG s i1", ":s PONG s i2", ":s PONG s i3")
        #expect(chat.take() == ["QUIT :back soon"])
        #expect(chat.outcomes[3] == .confirmed)
        #expect(chat.session.farewell?.kind == .requested)
    }

    @Test func `stopping does not wait for ever`() {
        var chat = SessionTranscript.ready()
        chat.send("1", sender: 1)
        chat.act { session, now in session.leave(by: now.advanced(by: .seconds(5)), now: now) }
        chat.pass(.seconds(6))
        #expect(chat.outcomes == [1: .unknown])
        #expect(chat.take().last == "QUIT :back soon")
    }

    @Test func `the room for text counts our own prefix as others see it`() {
        var chat = SessionTranscript.ready()
        let overhead = ":crier!crier@host.test PRIVMSG #news :\r\n".utf8.count
        #expect(chat.session.maximumTextBytes(target: "#news") == 512 - overhead)
        chat.server(":s 396 crier a.very.long.cloak.users.test :is now your displayed host")
        #expect(
            chat.session.maximumTextBytes(target: "#news")
                == 512 - ":crier!crier@a.very.long.cloak.users.test PRIVMSG #news :\r\n".utf8.count
        )
        chat.server(":s 005 crier LINELEN=2048 :are supported")
        #expect(chat.session.maximumTextBytes(target: "#news") > 1_900)
        let unknown = SessionTranscript()
        #expect(unknown.session.maximumTextBytes(target: "#news") < 512 - overhead)
    }

    @Test func `silence is answered by PING, then by hanging up`() {
        var chat = SessionTranscript.ready()
        chat.pass(.seconds(91), silently: true)
        #expect(chat.take() == ["PING alive"])
        chat.server(":s PONG s alive")
        chat.pass(.seconds(91), silently: true)
        #expect(chat.take() == ["PING alive"])
        chat.pass(.seconds(61), silently: true)
        #expect(chat.hasDisconnected)
        #expect(chat.session.farewell?.kind == .temporary)
    }
}
