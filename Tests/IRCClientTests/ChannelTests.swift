import Testing

@testable import IRCClient

@Suite struct `Channels and people` {
    @Test func `rights follow NAMES, MODE, NICK, PART, KICK and QUIT`() {
        var chat = SessionTranscript.ready()
        func modes(_ nick: String) -> Set<Character> { chat.session.users.modes(of: nick, in: "#News") }
        #expect(modes("Alice") == ["o"] && modes("bob") == ["v"])
        chat.server(":alice!a@h MODE #news +b-v+hk *!*@spam bob carol key")
        #expect(modes("bob") == [])
        chat.server(":carol!c@h JOIN #news", ":alice!a@h MODE #news +ho carol bob", ":carol!c@h NICK dora")
        #expect(modes("dora") == ["h"] && modes("bob") == ["o"] && modes("carol") == [])
        chat.server(":s MODE #news -l+ol dora 5")
        #expect(modes("dora") == ["h", "o"])
        chat.server(":bob!b@h PART #news", ":alice!a@h KICK #news dora :bye", ":alice!a@h QUIT :x")
        #expect(chat.session.members(of: "#news").map(\.nick) == ["crier"])
        #expect(chat.session.users.users.count == 1)
        #expect(
            chat.takeEvents() == [
                .memberJoined(nick: "carol", channel: "#news", account: nil),
                .nickChanged(from: "carol", to: "dora"), .memberLeft(nick: "bob", channel: "#news"),
                .memberLeft(nick: "dora", channel: "#news"), .memberLeft(nick: "alice", channel: nil),
            ]
        )
    }

    @Test func `several prefixes and whole hosts in NAMES are understood`() {
        var chat = SessionTranscript.ready(capabilities: "multi-prefix userhost-in-names")
        chat.server(":s 353 crier = #news :~@+eve!~e@example.org")
        #expect(chat.session.users.modes(of: "eve", in: "#news") == ["q", "o", "v"])
        #expect(chat.session.users.user("eve")?.userHost == "~e@example.org")
    }

    @Test(arguments: [
        ("(ov)@+", "o"), ("(ohv)@%+", "oh"), ("(Yqaohv)!~&@%+", "Yqaoh"),
        ("", ""), ("(", ""),
    ])
    func `who may run a channel depends on PREFIX`(prefix: String, modes: String) {
        var support = ISupport()
        support.receive(["PREFIX=\(prefix)"])
        #expect(support.operatorModes == Set(modes))
    }

    @Test func `case mapping decides who is who`() {
        #expect(CaseMapping.rfc1459.fold("A[]\\~") == "a{}|^")
        #expect(CaseMapping.strictRFC1459.fold("A[]\\~") == "a{}|~")
        #expect(CaseMapping.ascii.fold("A[]\\~É") == "a[]\\~É")
        var chat = SessionTranscript.ready()
        chat.server(":nick[1]!n@h JOIN #news", ":s MODE #news +o NICK{1}")
        #expect(chat.session.users.modes(of: "Nick{1}", in: "#NEWS") == ["o"])
    }

    @Test func `a kicked client waits longer each time`() {
        var chat = SessionTranscript.ready()
        for wait in [5, 60, 600, 3_600] {
            chat.server(":op!o@h KICK #news crier :out")
            chat.pass(.seconds(wait - 1))
            #expect(!chat.take().contains("JOIN #news"))
            chat.pass(.seconds(1.5))
            #expect(chat.take().contains("JOIN #news"))
            chat.server(":crier!crier@host.test JOIN #news")
        }
    }

    @Test func `a ban is told once for each try, and tried again after a wait`() {
        var chat = SessionTranscript {
            $0.channels = [IRCChannelName(name: "#a"), IRCChannelName(name: "#k", key: "key")]
        }
        chat.server(":s 001 crier :hi", ":s 376 crier :end")
        #expect(chat.take().suffix(2) == ["JOIN #k key", "JOIN #a"])
        chat.server(":s 474 crier #a :Cannot join channel (+b)", ":s 473 crier #k :Invite only")
        #expect(
            chat.takeEvents().suffix(2) == [
                .left(channel: "#a", .banned(reason: "Cannot join channel (+b)")),
                .left(channel: "#k", .joinRefused(numeric: "473", reason: "Invite only")),
            ]
        )
        chat.pass(.seconds(59))
        #expect(chat.take().filter { $0.hasPrefix("JOIN") } == [])
        chat.pass(.seconds(2))
        #expect(chat.take().filter { $0.hasPrefix("JOIN") }.count == 2)
    }

    @Test func `accounts come from tags, joins, WHOX and account-notify, and never from an untagged line`() {
        var chat = SessionTranscript.ready(
            capabilities: "account-tag account-notify extended-join message-tags",
            support: "PREFIX=(ov)@+ WHOX BOT=B"
        )
        chat.server(":eve!e@h JOIN #news evans :Eve")
        #expect(chat.session.users.user("eve")?.account == .named("evans"))
        chat.server(":mia!m@h JOIN #news * :Mia")
        chat.server(":s 354 crier 152 #news a h.test alice H@ alison", ":s 354 crier 152 #news b h2 bob H+B 0")
        #expect(chat.session.users.user("alice")?.account == .named("alison"))
        #expect(chat.session.users.user("bob")?.account == .loggedOut)
        #expect(chat.session.users.user("bob")?.isBot == true)
        chat.server(":mia!m@h ACCOUNT miriam", ":eve!e@h ACCOUNT *")
        #expect(
            chat.takeEvents() == [
                .memberJoined(nick: "eve", channel: "#news", account: "evans"),
                .memberJoined(nick: "mia", channel: "#news", account: nil),
                .accountChanged(nick: "mia", account: "miriam"), .accountChanged(nick: "eve", account: nil),
            ]
        )
        chat.server("@account=Alison;msgid=q7;time=2026-11-21T07:30:00.000Z :alice!a@h.test PRIVMSG #news :hi")
        chat.server(":alice!a@h.test PRIVMSG #news :hi again")
        let messages = chat.takeEvents().compactMap { if case .message(let message) = $0 { message } else { nil } }
        #expect(messages.map(\.account) == ["Alison", nil])
        #expect(messages[0].messageID == "q7" && messages[0].senderModes == ["o"])
    }

    @Test func `without account-tag and account-notify nobody's account is known`() {
        var chat = SessionTranscript.ready(capabilities: "extended-join")
        chat.server(":eve!e@h JOIN #news evans :Eve", ":eve!e@h PRIVMSG #news :hi")
        guard case .message(let message)? = chat.takeEvents().last else {
            Issue.record("no message")
            return
        }
        #expect(message.account == nil)
    }

    @Test func `an account's nick is asked of WHOIS when nothing vouches for it`() {
        var chat = SessionTranscript.ready()
        chat.act { session, now in session.findNick(account: "Alison", query: 1, now: now) }
        #expect(chat.take() == ["WHOIS Alison"])
        chat.server(
            ":s 311 crier alison a h * :A",
            ":s 330 crier alison alison :is logged in as",
            ":s 318 crier Alison :End"
        )
        #expect(chat.answers[1] == .some("alison"))
        chat.act { session, now in session.findNick(account: "bob", query: 2, now: now) }
        chat.server(":s 311 crier bob b h * :B", ":s 330 crier bob robert :is logged in as", ":s 318 crier bob :End")
        #expect(chat.answers[2] == .some(nil))
        chat.act { session, now in session.findNick(account: "silent", query: 3, now: now) }
        chat.pass(.seconds(21))
        #expect(chat.answers[3] == .some(nil))
        chat.act { session, now in session.findNick(account: "a b,*\r\nQUIT", query: 4, now: now) }
        #expect(chat.answers[4] == .some(nil))
    }

    @Test func `who goes away and comes back is known, from WHOX and from away-notify`() {
        var chat = SessionTranscript.ready(capabilities: "away-notify", support: "PREFIX=(ov)@+ WHOX")
        func isAway(_ nick: String) -> Bool? {
            chat.session.members(of: "#news").first { $0.nick == nick }?.isAway
        }
        chat.server(":s 354 crier 152 #news a h.test alice G@ 0", ":s 354 crier 152 #news b h2 bob H+ 0")
        #expect(isAway("alice") == true && isAway("bob") == false)
        chat.server(":alice!a@h.test AWAY", ":bob!b@h2 AWAY :lunch", ":nobody!n@h AWAY :x")
        #expect(isAway("alice") == false && isAway("bob") == true)
        // An answer of somebody who is away is no refusal.
        chat.send("news", to: "bob", sender: 1, id: "m1")
        chat.server(":s 301 crier bob :lunch", ":s PONG s :m1")
        #expect(chat.outcomes[1] == .confirmed)
    }

    @Test func `of several nicks with one account the one that spoke last is meant`() {
        var chat = SessionTranscript.ready(capabilities: "account-tag account-notify extended-join message-tags")
        func nick(_ query: Int) -> String?? {
            chat.act { session, now in session.findNick(account: "Ally", query: query, now: now) }
            return chat.answers[query]
        }
        chat.server(":zoe!z@h JOIN #news ally :Z", ":anna!a@h JOIN #news ally :A")
        #expect(nick(1) == .some("anna"))
        chat.server("@account=ally :zoe!z@h PRIVMSG crier :feeds")
        #expect(nick(2) == .some("zoe"))
        chat.server(":zoe!z@h NICK zara")
        #expect(nick(3) == .some("zara"))
        chat.server(":zara!z@h ACCOUNT *")
        #expect(nick(4) == .some("anna"))
    }

    @Test func `who shares no channel with us is answered under the nick that spoke, after a WHOIS`() {
        var chat = SessionTranscript.ready(capabilities: "account-tag account-notify message-tags")
        chat.server("@account=ally :phone!p@h PRIVMSG crier :feeds")
        chat.act { session, now in session.findNick(account: "ally", query: 1, now: now) }
        #expect(chat.take() == ["WHOIS phone"])
        chat.server(
            ":s 311 crier phone p h * :P",
            ":s 330 crier phone ally :is logged in as",
            ":s 318 crier phone :End"
        )
        #expect(chat.answers[1] == .some("phone"))
        // A stranger has the nick now: the name of the account is asked about, then nobody is found.
        chat.act { session, now in session.findNick(account: "ally", query: 2, now: now) }
        chat.server(":s 311 crier phone x y * :X", ":s 318 crier phone :End")
        #expect(chat.take() == ["WHOIS phone", "WHOIS ally"])
        chat.server(":s 401 crier ally :No such nick", ":s 318 crier ally :End")
        #expect(chat.answers[2] == .some(nil))
    }

    @Test func `only so many speakers are remembered, the longest silent is forgotten`() {
        var speakers = RecentSpeakers()
        for number in 0..<1_000 { speakers.note("nick\(number)", account: "\(number)") }
        speakers.note("nick0", account: "0")
        speakers.note("new", account: "new")
        #expect(speakers.nick(ofAccount: "0") == "nick0" && speakers.nick(ofAccount: "1") == nil)
        #expect(speakers.nick(ofAccount: "new") == "new" && speakers.nick(ofAccount: "999") == "nick999")
    }

    @Test func `what a server repeats from history is not said to us`() {
        var chat = SessionTranscript.ready(capabilities: "batch message-tags")
        chat.server(":s BATCH +h chathistory #news", "@batch=h :eve!e@h PRIVMSG #news :!old", ":s BATCH -h")
        #expect(chat.takeEvents() == [])
        chat.server("@batch=h :eve!e@h PRIVMSG #news :!new")
        #expect(chat.takeEvents().count == 1)
    }

    @Test func `a message to the operators of a channel belongs to the channel`() {
        var chat = SessionTranscript.ready(support: "PREFIX=(ov)@+ STATUSMSG=@+ CHANTYPES=#")
        chat.server(":eve!e@h PRIVMSG @#news :psst")
        guard case .message(let message)? = chat.takeEvents().last else {
            Issue.record("no message")
            return
        }
        #expect(message.isChannel && message.isStatusMessage && message.target == "#news")
        chat.server(":eve!e@h PRIVMSG #news :psst")
        guard case .message(let other)? = chat.takeEvents().last else {
            Issue.record("no message")
            return
        }
        #expect(!other.isStatusMessage)
    }

    @Test func `DCC is never answered and notices never are`() {
        var chat = SessionTranscript.ready()
        chat.server(":eve!e@h PRIVMSG crier :\u{1}DCC SEND x 1 2 3\u{1}", ":eve!e@h NOTICE crier :\u{1}VERSION\u{1}")
        #expect(chat.take() == [] && chat.takeEvents() == [])
        chat.server(":eve!e@h PRIVMSG crier :\u{1}PING 12\u{1}")
        #expect(chat.take().first == "NOTICE eve :\u{1}PING 12\u{1}")
    }
}

@Suite struct `Hostile servers` {
    @Test func `ten thousand random lines crash nothing and draw no flood`() {
        let words = [
            "001", "005", "353", "366", "354", "376", "433", "474", "330", "318", "900", "904", "908", "CAP", "BATCH",
            "JOIN",
            "PART", "KICK", "MODE", "NICK", "QUIT", "PRIVMSG", "NOTICE", "AUTHENTICATE", "ACCOUNT", "CHGHOST", "PONG",
            "FAIL", "ERROR", "*", "LS", "NEW", "ACK", "NAK", "DEL", "crier", "#news", "alice", ":", "+o-v", "@", "~&@",
            "",
            "=", "+x", "-x", "PREFIX=(", "PREFIX=()", "CHANMODES=,,,,,", "NICKLEN=-1", "LINELEN=99999999999",
            "CASEMAPPING=", "\u{1}VERSION\u{1}", "\u{1}", "152", "sasl", "echo-message", "東京",
            String(repeating: "x", count: 600),
        ]
        var chat = SessionTranscript.ready(capabilities: "batch labeled-response echo-message cap-notify account-tag")
        var written = 0
        for round in 0..<10_000 {
            var line = Bool.random() ? "@batch=x;label=1;account=\(words.randomElement() ?? "") " : ""
            if Bool.random() { line += ":\(Bool.random() ? "crier" : "eve")!e@h " }
            line += (0..<Int.random(in: 1...8)).map { _ in words.randomElement() ?? "" }.joined(separator: " ")
            chat.server(line)
            if round % 10 == 0 { chat.send("x", to: Bool.random() ? "#news" : "alice", sender: round) }
            if round % 100 == 0 { chat.pass(.milliseconds(100)) }
            written += chat.take().filter { !$0.hasPrefix("PRIVMSG") && !$0.contains("PONG") }.count
        }
        #expect(written < 1_500)
        chat.act { session, _ in session.close(IRCDisconnectReason(.temporary, "over")) }
        #expect(chat.outcomes.count == 1_000)
    }
}
