import Testing

@testable import IRCClient

/// Another process is logged in to our account: who leaves, and who must not be believed.
@Suite struct `A second Crier` {
    private static let accounts = "account-tag account-notify extended-join message-tags"
    private static let question = ":\u{1}CRIER m\u{1}"
    private static let claim = "\u{1}CRIER other\u{1}"

    /// Logged in as `acc` with SASL, on a server that knows these other capabilities.
    private static func registered(
        nick: String,
        capabilities: String = accounts,
        support: String = "PREFIX=(ov)@+ CHANTYPES=# WHOX",
        id: String = "m"
    ) -> SessionTranscript {
        var chat = SessionTranscript {
            $0.saslAccount = "acc"
            $0.saslPassword = "pw"
            $0.processID = id
        }
        chat.server(":s CAP * LS :sasl=PLAIN \(capabilities)", ":s CAP * ACK :sasl \(capabilities)")
        chat.server("AUTHENTICATE +", ":s 900 * crier!c@h acc :You are now logged in", ":s 903 * :ok")
        if nick != "crier" { chat.server(":s 433 * crier :in use") }
        chat.server(":s 001 \(nick) :Welcome", ":s 005 \(nick) \(support) :are supported", ":s 376 \(nick) :End")
        return chat
    }

    /// It has its nick and is in `#news`.
    private static func settled(id: String = "m", capabilities: String = accounts) -> SessionTranscript {
        var chat = registered(nick: "crier", capabilities: capabilities, id: id)
        chat.server(":crier!c@h JOIN #news acc :C", ":s 353 crier = #news :crier", ":s 366 crier #news :End")
        chat.pass(.seconds(60))
        _ = chat.take()
        _ = chat.takeEvents()
        return chat
    }

    private static func services(_ chat: inout SessionTranscript) {
        chat.server(":s 313 crier_ NickServ :is a service", ":s 318 crier_ NickServ :End")
    }

    // MARK: The newcomer

    @Test func `a holder of the nick that does not answer is a ghost: it loses the nick after five seconds`() {
        var chat = Self.registered(nick: "crier_")
        Self.services(&chat)
        let first = chat.take()
        #expect(first.contains("PRIVMSG crier \(Self.question)"))
        #expect(!first.contains { $0.contains("REGAIN") || $0.hasPrefix("JOIN") })
        chat.pass(.seconds(4))
        #expect(!chat.take().contains { $0.contains("REGAIN") })
        chat.pass(.seconds(2))
        let later = chat.take()
        #expect(later.contains("PRIVMSG NickServ :REGAIN crier pw") && later.contains("JOIN #news"))
        #expect(!chat.hasDisconnected)
    }

    @Test func `a nick that is free by now is taken at once`() {
        var chat = Self.registered(nick: "crier_")
        Self.services(&chat)
        chat.server(":s 401 crier_ crier :No such nick")
        #expect(chat.take().contains("PRIVMSG NickServ :REGAIN crier pw"))
    }

    @Test func `a living Crier with our account stays, and we leave with QUIT`() {
        var chat = Self.registered(nick: "crier_")
        Self.services(&chat)
        chat.send("news", to: "#news", sender: 1)
        _ = chat.take()
        chat.server("@account=acc :crier!c@h NOTICE crier_ :\(Self.claim)")
        #expect(chat.take() == ["QUIT :back soon"])
        #expect(chat.hasDisconnected)
        #expect(chat.session.farewell?.kind == .gaveWay(account: "acc"))
        #expect(chat.session.farewell?.text == "another Crier is logged in to irc.test as acc")
        chat.server("@account=acc :crier!c@h NOTICE crier_ :\(Self.claim)", ":s PING :x")
        #expect(chat.take() == [])
        chat.act { session, _ in session.close(IRCDisconnectReason(.temporary, "connection lost")) }
        #expect(chat.outcomes[1] == .notSent(reason: "disconnected"))
    }

    @Test(arguments: ["@account=eve ", ""])
    func `a liar with another account or none keeps nobody away`(tag: String) {
        var chat = Self.registered(nick: "crier_")
        Self.services(&chat)
        chat.server("\(tag):crier!c@h NOTICE crier_ :\(Self.claim)")
        _ = chat.take()
        chat.pass(.seconds(6))
        #expect(chat.take().contains("PRIVMSG NickServ :REGAIN crier pw"))
        #expect(!chat.hasDisconnected)
    }

    @Test(arguments: [("acc", true), ("eve", false), (nil, false)] as [(String?, Bool)])
    func `without account-tag WHOIS shows whether the answer counts`(account: String?, isDuplicate: Bool) {
        var chat = Self.registered(nick: "crier_", capabilities: "message-tags", support: "PREFIX=(ov)@+")
        Self.services(&chat)
        _ = chat.take()
        chat.server(":crier!c@h NOTICE crier_ :\(Self.claim)")
        #expect(chat.take() == ["WHOIS crier"])
        chat.server(":crier!c@h NOTICE crier_ :\(Self.claim)")
        chat.pass(.seconds(7))
        #expect(!chat.take().contains { $0.contains("REGAIN") || $0.hasPrefix("WHOIS") })
        chat.server(":s 311 crier_ crier c h * :C")
        if let account { chat.server(":s 330 crier_ crier \(account) :is logged in as") }
        chat.server(":s 318 crier_ crier :End")
        #expect(chat.hasDisconnected == isDuplicate)
        #expect(chat.take().contains("PRIVMSG NickServ :REGAIN crier pw") == !isDuplicate)
    }

    @Test func `a WHOIS without an end delays us for twenty seconds at most`() {
        var chat = Self.registered(nick: "crier_", capabilities: "message-tags", support: "PREFIX=(ov)@+")
        Self.services(&chat)
        for _ in 0..<30 {
            chat.server(":crier!c@h NOTICE crier_ :\(Self.claim)")
            chat.pass(.seconds(1))
        }
        #expect(chat.take().contains("PRIVMSG NickServ :REGAIN crier pw"))
    }

    @Test func `nothing is said before the answer is there or overdue`() {
        var chat = Self.registered(nick: "crier_")
        chat.send("news", to: "alice", sender: 1)
        chat.pass(.seconds(4))
        #expect(!chat.take().contains { $0.contains("news") })
        chat.pass(.seconds(2))
        #expect(chat.take().contains("PRIVMSG alice news"))
    }

    @Test func `a login by NickServ asks before it takes the nick`() {
        var chat = SessionTranscript {
            $0.saslAccount = "acc"
            $0.saslPassword = "pw"
            $0.processID = "m"
        }
        chat.server(":s 421 * CAP :Unknown", ":s 433 * crier :in use", ":s 001 crier_ :Hi", ":s 376 crier_ :End")
        Self.services(&chat)
        _ = chat.take()
        chat.server(":s 900 crier_ crier_!c@h acc :You are now logged in")
        #expect(chat.take() == ["PRIVMSG crier \(Self.question)"])
        chat.pass(.seconds(6))
        #expect(chat.take() == ["PRIVMSG NickServ :REGAIN crier pw", "JOIN #news"])
    }

    @Test func `without an account only the log warns, and all goes on as before`() {
        var chat = SessionTranscript()
        chat.server(":s 421 * CAP :Unknown", ":s 433 * crier :in use", ":s 001 crier_ :Hi", ":s 376 crier_ :End")
        #expect(chat.take().suffix(1) == ["JOIN #news"])
        #expect(chat.takeEvents().contains(.nickTaken(nick: "crier")))
        chat.server(
            ":crier!c@h NOTICE crier_ :\(Self.claim)",
            "@account=x :crier!c@h PRIVMSG crier_ \(Self.question)"
        )
        #expect(chat.take() == [])
        #expect(!chat.hasDisconnected)
    }

    // MARK: The elder

    @Test func `who has our account is told that we stay, and the log warns once`() {
        var chat = Self.settled()
        for _ in 0..<2 { chat.server("@account=Acc :crier_!c@h PRIVMSG crier :\u{1}CRIER other\u{1}") }
        #expect(chat.take() == Array(repeating: "NOTICE crier_ \(Self.question)", count: 2))
        #expect(chat.takeEvents() == [.duplicateTurnedAway(nick: "crier_")])
        #expect(!chat.hasDisconnected)
    }

    @Test(arguments: [
        "@account=eve :bob!b@h PRIVMSG crier", ":bob!b@h PRIVMSG crier", "@account=acc :bob!b@h PRIVMSG #news",
    ])
    func `nobody else gets an answer`(line: String) {
        var chat = Self.settled()
        for _ in 0..<5 { chat.server("\(line) :\u{1}CRIER other\u{1}") }
        #expect(chat.take() == [])
        #expect(chat.takeEvents() == [])
    }

    @Test func `strangers who ask cause few questions to the server`() {
        var chat = Self.settled(capabilities: "message-tags")
        for number in 0..<50 { chat.server(":n\(number)!b@h PRIVMSG crier :\u{1}CRIER other\u{1}") }
        #expect(chat.take() == ["WHOIS n0", "WHOIS n1", "WHOIS n2"])
        chat.server(":s 318 crier n0 :End", ":s 330 crier n1 acc :is logged in as", ":s 318 crier n1 :End")
        #expect(chat.take() == ["NOTICE n1 \(Self.question)"])
    }

    // MARK: Another nick, the same account

    @Test func `a newcomer that finds its account in a channel asks there`() {
        var chat = Self.registered(nick: "second")
        chat.server(":s 401 second crier :No such nick")
        chat.server(":second!c@h JOIN #news acc :C")
        _ = chat.take()
        chat.server(":s 354 second 152 #news c h first H acc", ":s 354 second 152 #news a h alice H 0")
        #expect(chat.take() == ["PRIVMSG first \(Self.question)"])
        chat.server(":s 354 second 152 #news c h first H acc")
        #expect(chat.take() == [])
        chat.server("@account=acc :first!c@h NOTICE second :\(Self.claim)")
        #expect(chat.take() == ["QUIT :back soon"])
    }

    @Test func `who comes or logs in with our account is told once; a bouncer says nothing and stays`() {
        var chat = Self.settled()
        chat.server(":phone!c@h JOIN #news acc :C", ":phone!c@h ACCOUNT acc", ":alice!a@h JOIN #news ally :A")
        #expect(chat.take() == ["NOTICE phone \(Self.question)"])
        chat.pass(.seconds(60))
        chat.server(":alice!a@h ACCOUNT acc")
        #expect(chat.take().contains("NOTICE alice \(Self.question)"))
        #expect(!chat.hasDisconnected)
        #expect(!chat.takeEvents().contains { if case .duplicateTurnedAway = $0 { true } else { false } })
    }

    @Test func `a newcomer that is told before it has asked leaves too, and says who it is`() {
        var chat = Self.registered(nick: "second")
        chat.server(":s 401 second crier :No such nick")
        chat.server(":second!c@h JOIN #news acc :C")
        _ = chat.take()
        chat.server("@account=acc :first!c@h NOTICE second :\(Self.claim)")
        #expect(chat.take() == ["PRIVMSG first \(Self.question)", "QUIT :back soon"])
    }

    @Test(arguments: [("a", false), ("z", true)])
    func `of two that find each other at the same moment the smaller id stays`(id: String, leaves: Bool) {
        var chat = Self.registered(nick: "crier", id: id)
        chat.server(":crier!c@h JOIN #news acc :C", ":s 354 crier 152 #news c h second H acc")
        _ = chat.take()
        chat.server("@account=acc :second!c@h PRIVMSG crier :\u{1}CRIER m\u{1}")
        #expect(chat.hasDisconnected == leaves)
        #expect(chat.take() == [leaves ? "QUIT :back soon" : "NOTICE second :\u{1}CRIER \(id)\u{1}"])
    }

    @Test func `the waits grow, and begin anew after a while of service`() {
        var plan = ReconnectPlan(IRCClientOptions(host: "h", port: 1, useTLS: false, nick: "n"))
        let reason = IRCDisconnectReason(.gaveWay(account: "acc"), "another Crier")
        let waits = (0..<6).map { _ in plan.wait(after: reason, connectedFor: .seconds(6), jitter: 0) }
        #expect(waits == [60, 120, 240, 480, 960, 960].map { .seconds($0) })
        #expect(plan.timesGaveWay == 6)
        #expect(plan.wait(after: reason, connectedFor: .seconds(3_600), jitter: 1) == .seconds(75))
        #expect(plan.timesGaveWay == 1)
    }
}
