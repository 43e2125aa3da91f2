import Testing

@testable import IRCClient

private let labels = "batch labeled-response echo-message message-tags"

@Suite struct `Odd numbers in 005` {
    @Test(arguments: ["USERLEN=9223372036854775807", "HOSTLEN=9223372036854775807", "NICKLEN=9223372036854775807"])
    func `the largest number there is breaks nothing`(token: String) {
        var chat = SessionTranscript { $0.nick = "criernewsbot" }
        chat.server(":s 001 crier :hi", ":s 005 crier \(token) LINELEN=1 :are supported", ":s 376 crier :end")
        #expect((32...512).contains(chat.session.maximumTextBytes(target: "#news")))
    }

    @Test func `a limit of nothing or less is one, and other commands are not remembered`() {
        var support = ISupport()
        support.receive(["TARGMAX=PRIVMSG:0,NOTICE:-4,JOIN:x"])
        #expect(support.maximumTargets == ["PRIVMSG": 1, "NOTICE": 1, "JOIN": 1])
        for number in 0..<1_000 { support.receive(["TARGMAX=NAME\(number):4,PRIVMSG:3"]) }
        #expect(support.maximumTargets == ["PRIVMSG": 3])
    }
}

@Suite struct `Login that goes wrong` {
    private static func chat(_ capabilities: String) -> SessionTranscript {
        var chat = SessionTranscript {
            $0.saslAccount = "user"
            $0.saslPassword = "pencil"
        }
        chat.server(":s CAP * LS :\(capabilities)", ":s CAP * ACK :sasl")
        _ = chat.take()
        return chat
    }

    @Test func `a server that asks again and again gets the password once`() {
        var chat = Self.chat("sasl=PLAIN")
        for _ in 0..<1_000 { chat.server("AUTHENTICATE +") }
        #expect(chat.take().count == 1)
        chat.server(":s 903 * :ok")
        #expect(chat.take() == ["CAP END"])
    }

    @Test func `garbage in a login is given up once`() {
        var chat = Self.chat("sasl=SCRAM-SHA-256")
        for _ in 0..<1_000 { chat.server("AUTHENTICATE =garbage=") }
        #expect(chat.take() == ["AUTHENTICATE *"])
    }

    @Test func `whoever fails to prove that it knows the password does not get it in plain`() {
        var chat = Self.chat("sasl=SCRAM-SHA-256,PLAIN")
        chat.server("AUTHENTICATE +")
        let first = "r=rOprNGfwEbeRWgbNEkqO1,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
        chat.server("AUTHENTICATE \(base64(first))", "AUTHENTICATE \(base64("v=AAAA"))")
        #expect(chat.take().last == "AUTHENTICATE *")
        chat.server(":s 906 * :SASL authentication aborted")
        #expect(chat.take() == ["CAP END"])
        #expect(chat.events == [.loginFailed(reason: "SASL authentication aborted")])
    }

    @Test func `a login that the services did not live to answer is begun again when they are back`() {
        var chat = SessionTranscript.ready(capabilities: "cap-notify") {
            $0.saslAccount = "acc"
            $0.saslPassword = "pw"
            $0.nickServ = nil
        }
        chat.server(":s CAP crier NEW :sasl=PLAIN", ":s CAP crier ACK :sasl")
        chat.server(":s CAP crier DEL :sasl", ":s CAP crier NEW :sasl=PLAIN", ":s CAP crier ACK :sasl")
        #expect(chat.take().filter { $0 == "AUTHENTICATE PLAIN" }.count == 2)
    }

    @Test func `services that go while we register do not keep us outside`() {
        var chat = Self.chat("sasl=PLAIN")
        chat.server(":s CAP * DEL :sasl")
        #expect(chat.take() == ["CAP END"])
    }
}

@Suite struct `Capabilities that go` {
    @Test(arguments: [labels, "echo-message"])
    func `what was on the wire is vouched for by a PING then`(capabilities: String) {
        var chat = SessionTranscript.ready(capabilities: "cap-notify " + capabilities)
        chat.send("one", sender: 1, id: "m1")
        chat.send("two", sender: 2, id: "m2")
        _ = chat.take()
        chat.server(":s CAP crier DEL :labeled-response echo-message")
        let lines = chat.take()
        #expect(lines.count == 1)
        chat.server(":s PONG s :\((lines.first { $0.hasPrefix("PING ") } ?? "").dropFirst(5))")
        #expect(chat.outcomes == [1: .confirmed, 2: .confirmed])
    }

    @Test func `accounts known from account-notify are not believed without it, nor when it is back`() {
        var chat = SessionTranscript.ready(capabilities: "cap-notify account-notify extended-join")
        chat.server(":eve!e@h JOIN #news evans :Eve")
        chat.act { session, now in session.findNick(account: "evans", query: 1, now: now) }
        #expect(chat.answers[1] == .some("eve"))
        chat.server(":s CAP crier DEL :account-notify")
        // Unheard of, she logs out.
        chat.server(":s CAP crier NEW :account-notify", ":s CAP crier ACK :account-notify")
        chat.act { session, now in session.findNick(account: "evans", query: 2, now: now) }
        #expect(chat.answers[2] == nil)
        #expect(chat.session.members(of: "#news").allSatisfy { $0.account == nil })
    }
}

@Suite struct `Answers that are no delivery` {
    @Test func `a labelled word that we are not in the channel brings us back into it`() {
        var chat = SessionTranscript.ready(capabilities: labels)
        chat.send("one", sender: 1)
        chat.server("@label=1 :s 442 crier #news :You're not on that channel")
        #expect(
            chat.outcomes[1]
                == .refused(IRCRefusal(numeric: "442", reason: "You're not on that channel", isPermanent: false))
        )
        #expect(!chat.session.isJoined("#news"))
        _ = chat.take()
        chat.pass(.seconds(61))
        #expect(chat.take().contains("JOIN #news"))
    }

    @Test func `a failed multiline message is no delivery, and its rows go by themselves from then on`() {
        var chat = SessionTranscript.ready(
            capabilities: "batch message-tags standard-replies draft/multiline=max-bytes=4096,max-lines=10"
        )
        chat.send("one\ntwo", sender: 1, id: "m1")
        chat.server(":s FAIL BATCH MULTILINE_MAX_BYTES 4096 :too long", ":s PONG s :m1")
        guard case .refused(let refusal)? = chat.outcomes[1] else {
            Issue.record("\(String(describing: chat.outcomes[1]))")
            return
        }
        #expect(!refusal.isPermanent)
        _ = chat.take()
        chat.send("one\ntwo", sender: 2, id: "m2")
        #expect(!chat.take().contains { $0.contains("BATCH") })
    }

    @Test func `a failure that names no target is about the oldest line`() {
        var chat = SessionTranscript.ready(capabilities: "standard-replies")
        chat.send("one", sender: 1, id: "m1")
        chat.server(":s FAIL PRIVMSG CONTENT_FILTERED spam :no links please", ":s PONG s :m1")
        #expect(chat.outcomes[1] != .confirmed && chat.outcomes[1] != nil)
    }
}

@Suite struct `Whose nick it is` {
    @Test func `a nick of somebody's account is not the account of that name`() {
        var chat = SessionTranscript.ready()
        chat.act { session, now in session.findNick(account: "bob", query: 1, now: now) }
        chat.server(
            ":s 311 crier bob b h * :B",
            ":s 330 crier bob eve :is logged in as",
            ":s 307 crier bob :has identified for this nick",
            ":s 318 crier bob :End"
        )
        #expect(chat.answers[1] == .some(nil))
        chat.act { session, now in session.findNick(account: "bob", query: 2, now: now) }
        chat.server(
            ":s 311 crier bob b h * :B",
            ":s 307 crier bob :has identified for this nick",
            ":s 330 crier bob eve :is logged in as",
            ":s 318 crier bob :End"
        )
        #expect(chat.answers[2] == .some(nil))
    }

    @Test func `accounts that differ in more than the case of letters are two`() {
        var chat = SessionTranscript.ready(capabilities: "account-notify extended-join")
        chat.server(":eve!e@h JOIN #news a{b :Eve")
        chat.act { session, now in session.findNick(account: "a[b", query: 1, now: now) }
        #expect(chat.answers[1] == nil)
        chat.server(
            ":s 311 crier a[b b h * :B",
            ":s 330 crier a[b a{b :is logged in as",
            ":s 318 crier a[b :End"
        )
        #expect(chat.answers[1] == .some(nil))
        chat.act { session, now in session.findNick(account: "A{B", query: 2, now: now) }
        #expect(chat.answers[2] == .some("eve"))
    }

    @Test func `whoever takes the nick of somebody we believe to be here gets nothing of theirs`() {
        var chat = SessionTranscript.ready()
        chat.server(":crier!c@h JOIN #ops", ":s 353 crier = #ops :crier @alice", ":bob!b@h NICK alice")
        #expect(chat.session.users.modes(of: "alice", in: "#ops") == [])
        #expect(chat.session.users.modes(of: "alice", in: "#news") == ["v"])
    }

    @Test func `what a history repeats changes nothing that we know`() {
        var chat = SessionTranscript.ready(capabilities: "batch message-tags account-notify extended-join")
        chat.server(":s BATCH +h chathistory #news", "@batch=h :bob!b@h ACCOUNT admin", "@batch=h :s MODE #news +o bob")
        chat.server("@batch=h :alice!a@h QUIT :gone", "@batch=h :s KICK #news crier :old", ":s BATCH -h")
        #expect(chat.takeEvents() == [])
        #expect(chat.session.users.modes(of: "bob", in: "#news") == ["v"])
        #expect(chat.session.users.user("alice") != nil && chat.session.isJoined("#news"))
    }
}

@Suite struct `Channels as the server spells them` {
    @Test func `a channel is one, however its name is written`() {
        var chat = SessionTranscript.ready()
        chat.server(":crier!c@h JOIN #Ops[1]", ":alice!a@h PRIVMSG #oPS{1] :!help")
        guard case .message(let message)? = chat.takeEvents().last else {
            Issue.record("no message")
            return
        }
        #expect(message.target == "#Ops[1]")
    }

    @Test func `an invitation into a channel that had not let us in is taken at once`() {
        var chat = SessionTranscript()
        chat.server(":s 001 crier :hi", ":s 376 crier :end", ":s 473 crier #news :Cannot join channel (+i)")
        _ = chat.take()
        chat.server(":op!o@h INVITE crier #news")
        #expect(chat.take() == ["JOIN #news"])
    }

    @Test func `after a kick no invitation makes us hurry`() {
        var chat = SessionTranscript.ready()
        chat.server(":alice!a@h KICK #news crier :out")
        for _ in 0..<10 { chat.server(":bob!b@h INVITE crier #news") }
        #expect(chat.take() == [])
    }

    @Test func `a separator under a combining mark is a separator`() {
        var chat = SessionTranscript.ready()
        for (sender, target) in ["bob,\u{301}carol", "bob \u{301}x", ":\u{301}bob", "b\u{7}ob"].enumerated() {
            chat.send("x", to: target, sender: sender)
        }
        #expect(chat.take() == [])
        chat.act { session, now in session.findNick(account: "bob,\u{301}carol", query: 1, now: now) }
        #expect(chat.take() == [] && chat.answers[1] == .some(nil))
    }
}

@Suite struct `Slow servers` {
    @Test func `lines wait while the server lags, and none is taken for lost as long as it goes on`() {
        var chat = SessionTranscript.ready { $0.confirmationTimeout = .seconds(60) }
        for number in 1...40 { chat.send("\(number)", to: "p\(number)", sender: number, id: "m\(number)") }
        // A server that takes a line in three seconds.
        var waiting: [String] = []
        for _ in 0..<60 {
            waiting += chat.take().filter { $0.hasPrefix("PING m") }
            chat.pass(.seconds(3))
            if !waiting.isEmpty { chat.server(":s PONG s :\(waiting.removeFirst().dropFirst(5))") }
        }
        #expect(chat.outcomes.count == 40 && chat.outcomes.values.allSatisfy { $0 == .confirmed })
    }

    @Test func `a label that is never answered is unknown after its time, whatever else is answered`() {
        var chat = SessionTranscript.ready(capabilities: labels)
        chat.send("lost", sender: 1)
        for label in 2...10 {
            chat.pass(.seconds(10))
            chat.send("more", sender: label)
            chat.server("@label=\(String(label, radix: 36)) :s ACK")
        }
        #expect(chat.outcomes[1] == .unknown)
        #expect(chat.outcomes[10] == .confirmed)
    }
}
