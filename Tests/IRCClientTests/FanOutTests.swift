import Testing

@testable import IRCClient

@Suite struct `The same words to many` {
    private static let support = "PREFIX=(ov)@+ CHANTYPES=# TARGMAX=PRIVMSG:3,NOTICE:"

    /// Fills the queue while the pacer holds everything back, then lets it go.
    private static func chat(_ targets: [String], text: String = "hello") -> SessionTranscript {
        var chat = SessionTranscript.ready(support: support) {
            $0.floodBurst = 2
            $0.floodRefillPerSecond = 1
        }
        chat.act { session, now in session.pacer.spend(10) }
        for (index, target) in targets.enumerated() { chat.send(text, to: target, sender: index, id: "id\(index)") }
        _ = chat.take()
        return chat
    }

    @Test func `people share a line up to the server's limit, and each gets an outcome`() {
        var chat = Self.chat(["ann", "ben", "cid", "dan"])
        chat.pass(.seconds(20))
        let lines = chat.take()
        #expect(lines.filter { $0.hasPrefix("PRIVMSG") } == ["PRIVMSG ann,ben,cid hello", "PRIVMSG dan hello"])
        chat.server(":s 401 crier ben :No such nick")
        for line in lines where line.hasPrefix("PING id") { chat.server(":s PONG s :\(line.dropFirst(5))") }
        #expect(chat.outcomes[0] == .confirmed && chat.outcomes[2] == .confirmed && chat.outcomes[3] == .confirmed)
        #expect(chat.outcomes[1] == .refused(IRCRefusal(numeric: "401", reason: "No such nick", isPermanent: false)))
    }

    @Test func `channels and other words go by themselves`() {
        var chat = Self.chat(["#news", "ann"])
        chat.send("something else", to: "ben", sender: 7)
        chat.pass(.seconds(20))
        #expect(chat.take().filter { $0.hasPrefix("PRIVMSG") }.count == 3)
    }

    @Test func `a server that refuses many targets gets the words one by one, and nobody counts as told`() {
        var chat = Self.chat(["ann", "ben"])
        chat.pass(.seconds(20))
        let ping = chat.take().last { $0.hasPrefix("PING id") } ?? ""
        chat.server(":s 407 crier ann,ben :Too many recipients", ":s PONG s :\(ping.dropFirst(5))")
        for sender in 0...1 {
            guard case .refused(let refusal) = chat.outcomes[sender] else {
                Issue.record("\(sender): \(String(describing: chat.outcomes[sender]))")
                continue
            }
            #expect(!refusal.isPermanent)
        }
        chat.act { session, now in session.pacer.spend(10) }
        chat.send("again", to: "ann", sender: 8)
        chat.send("again", to: "ben", sender: 9)
        _ = chat.take()
        chat.pass(.seconds(30))
        let lines = chat.take().filter { $0.hasPrefix("PRIVMSG") }
        #expect(lines.sorted() == ["PRIVMSG ann again", "PRIVMSG ben again"])
    }

    @Test func `a text of many rows goes line by line where nothing better is offered`() {
        var chat = SessionTranscript.ready()
        chat.send("one\ntwo two\nthree", sender: 1, id: "m1")
        #expect(
            chat.take() == [
                "PRIVMSG #news one", "PRIVMSG #news :two two", "PRIVMSG #news three", "PING m1",
            ]
        )
        chat.server(":s PONG s m1")
        #expect(chat.outcomes == [1: .confirmed])
    }
}

@Suite struct `Multiline messages` {
    private static let capabilities = "batch message-tags draft/multiline=max-bytes=300,max-lines=3"

    @Test func `rows go as one batch, confirmed as one`() {
        var chat = SessionTranscript.ready(capabilities: Self.capabilities)
        chat.send("one\ntwo two", sender: 1, id: "m1")
        #expect(
            chat.take() == [
                "BATCH +m1 draft/multiline #news", "@batch=m1 PRIVMSG #news one", "@batch=m1 PRIVMSG #news :two two",
                "BATCH -m1", "PING m1",
            ]
        )
        chat.server(":s PONG s m1")
        #expect(chat.outcomes == [1: .confirmed])
    }

    @Test func `more rows than allowed go line by line`() {
        var chat = SessionTranscript.ready(capabilities: Self.capabilities)
        chat.send("1\n2\n3\n4", sender: 1)
        #expect(chat.take().filter { $0.hasPrefix("PRIVMSG") }.count == 4)
    }

    @Test func `what the server takes as one message is told, and taken back`() {
        var chat = SessionTranscript { _ in }
        chat.server(
            ":s CAP * LS :batch message-tags cap-notify draft/multiline=max-bytes=300,max-lines=3",
            ":s CAP * ACK :batch cap-notify draft/multiline message-tags",
            ":s 001 crier :hi",
            ":s 376 crier :end"
        )
        let limits = IRCMultilineLimits(bytes: 300, lines: 3)
        #expect(chat.takeEvents() == [.connected(network: "irc.test"), .multilineChanged(limits)])
        chat.server(":s CAP crier DEL :draft/multiline")
        #expect(chat.takeEvents() == [.multilineChanged(nil)])
        chat.server(":s CAP crier NEW :draft/multiline=max-bytes=900", ":s CAP crier ACK :draft/multiline")
        #expect(chat.takeEvents() == [.multilineChanged(IRCMultilineLimits(bytes: 900, lines: 24))])
    }

    @Test func `a batch needs tags`() {
        var chat = SessionTranscript.ready(capabilities: "batch draft/multiline=max-bytes=300,max-lines=3")
        chat.send("one\ntwo", sender: 1)
        #expect(chat.take().filter { $0.hasPrefix("PRIVMSG") }.count == 2)
    }

    @Test func `a refused batch is refused as one`() {
        var chat = SessionTranscript.ready(capabilities: Self.capabilities + " labeled-response")
        chat.send("one\ntwo", sender: 1)
        #expect(chat.take().first == "@label=1 BATCH +m1 draft/multiline #news")
        chat.server("@label=1 FAIL BATCH MULTILINE_MAX_BYTES 300 :too long")
        guard case .refused = chat.outcomes[1] else {
            Issue.record("not refused")
            return
        }
    }

    @Test func `our own batch coming back confirms one line only`() {
        var chat = SessionTranscript.ready(capabilities: Self.capabilities + " echo-message")
        chat.send("one\ntwo", sender: 1)
        chat.send("three", sender: 2)
        chat.server(
            ":crier!crier@host.test BATCH +x draft/multiline #news",
            "@batch=x :crier!crier@host.test PRIVMSG #news one",
            "@batch=x :crier!crier@host.test PRIVMSG #news two",
            ":crier!crier@host.test BATCH -x"
        )
        #expect(chat.outcomes == [1: .confirmed])
    }

    @Test func `somebody's rows are heard one by one with the batch's tags, and continued rows as one`() {
        var chat = SessionTranscript.ready(capabilities: Self.capabilities + " account-tag")
        chat.server(
            "@account=ally;msgid=7 :alice!a@h BATCH +x draft/multiline #news",
            "@batch=x :alice!a@h PRIVMSG #news :!help ",
            "@batch=x;draft/multiline-concat :alice!a@h PRIVMSG #news digest",
            "@batch=x :alice!a@h PRIVMSG #news bye"
        )
        #expect(chat.takeEvents().isEmpty)
        chat.server(":alice!a@h BATCH -x")
        let heard = chat.takeEvents().compactMap { if case .message(let message) = $0 { message } else { nil } }
        #expect(heard.map(\.text) == ["!help digest", "bye"])
        #expect(heard.allSatisfy { $0.account == "ally" && $0.messageID == "7" })
    }
}
