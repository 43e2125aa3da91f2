import Foundation
import Testing

@testable import IRCClient

@Suite struct `Small capabilities` {
    private func messages(_ chat: inout SessionTranscript) -> [IRCIncomingMessage] {
        chat.takeEvents().compactMap { if case .message(let message) = $0 { message } else { nil } }
    }

    @Test func `chghost changes what is known of others, and the room for our own words`() {
        var chat = SessionTranscript.ready(capabilities: "chghost")
        chat.server(":alice!a@h.test CHGHOST ali cloak.example")
        #expect(chat.session.users.user("alice")?.userHost == "ali@cloak.example")
        let before = chat.session.maximumTextBytes(target: "#news")
        chat.server(":crier!crier@host.test CHGHOST crier a.much.longer.host.test")
        #expect(chat.session.maximumTextBytes(target: "#news") == before - "a.much.longer.".utf8.count)
    }

    @Test func `setname, tag messages and what we never asked for change nothing`() {
        var chat = SessionTranscript.ready(capabilities: "setname message-tags")
        let users = chat.session.users.users
        chat.server(
            ":alice!a@h SETNAME :Alice A.",
            "@+typing=active :alice!a@h TAGMSG #news",
            ":alice!a@h REDACT #news 1",
            ":s MARKREAD #news *",
            ":s RENAME #a #b :x",
            ":s 999 crier :what"
        )
        #expect(chat.take() == [] && chat.takeEvents() == [])
        #expect(chat.session.users.users == users)
    }

    @Test func `server-time and msgid come with the message, and a broken time is none`() {
        var chat = SessionTranscript.ready(capabilities: "server-time message-tags")
        chat.server(
            "@time=2026-11-21T07:30:00.250Z;msgid=a1 :alice!a@h PRIVMSG #news :one",
            "@time=yesterday;msgid=a2 :alice!a@h PRIVMSG #news :two"
        )
        let heard = messages(&chat)
        #expect(heard.map(\.messageID) == ["a1", "a2"])
        #expect(heard.map(\.time) == [Date(timeIntervalSince1970: 1_795_246_200.25), nil])
    }

    @Test(arguments: ["bot", "draft/bot", "inspircd.org/bot"])
    func `whoever is tagged as a bot is one from then on`(tag: String) {
        var chat = SessionTranscript.ready(capabilities: "message-tags")
        chat.server("@\(tag) :bob!b@h PRIVMSG #news :one", ":bob!b@h PRIVMSG #news :two", ":alice!a@h PRIVMSG #news :x")
        #expect(messages(&chat).map(\.senderIsBot) == [true, true, false])
    }

    @Test func `warnings and notes of standard-replies refuse nothing, failures do`() {
        var chat = SessionTranscript.ready(capabilities: "standard-replies")
        chat.send("one", sender: 1, id: "m1")
        chat.server(":s WARN PRIVMSG SLOW #news :slow down", ":s NOTE * INFO :hello", ":s PONG s :m1")
        #expect(chat.outcomes[1] == .confirmed)
        chat.send("two", sender: 2, id: "m2")
        chat.server(":s FAIL PRIVMSG INVALID_UTF8 #news :not UTF-8", ":s PONG s :m2")
        #expect(
            chat.outcomes[2] == .refused(IRCRefusal(numeric: "INVALID_UTF8", reason: "not UTF-8", isPermanent: true))
        )
    }

    @Test func `on a server of UTF-8 alone nothing else leaves, whatever is said`() {
        var chat = SessionTranscript.ready(support: "UTF8ONLY CHANTYPES=#")
        let text = String(repeating: "e\u{301}東京🇪🇺", count: 100)
        chat.send(text, sender: 1)
        chat.act { session, now in
            session.send(.init(target: "alice", text: text), confirmationID: "x", sender: 2, now: now)
        }
        // SessionTranscript decodes with repair: a replacement character would show a cut one.
        #expect(!chat.take().isEmpty && !chat.take().contains { $0.contains("\u{FFFD}") })
    }

    @Test func `people whom a server names by nick alone are heard, the server itself is not`() {
        var chat = SessionTranscript.ready()
        chat.server(
            ":alice PRIVMSG #news :!help",
            ":irc.test PRIVMSG #news :x",
            "PRIVMSG #news :x",
            ": PRIVMSG #news :x"
        )
        #expect(messages(&chat).map(\.nick) == ["alice"])
    }

    @Test func `tags of eight kilobytes are read, longer lines are thrown away`() throws {
        var reader = LineReader()
        var lines: [IRCMessage] = []
        let tags = "@a=" + String(repeating: "x", count: 8_180)
        let body = " :s PRIVMSG #news :" + String(repeating: "y", count: 480)
        let longer = "@a=" + String(repeating: "x", count: 9_000)
        reader.receive(Array((tags + body + "\r\n" + longer + body + "\r\nPING x\r\n").utf8)) { line in
            if let message = IRCMessage(line: line) { lines.append(message) }
        }
        #expect(lines.map(\.command) == ["PRIVMSG", "PING"])
        #expect(lines.first?.tags["a"]?.count == 8_180)
        #expect(reader.overlongLines == 1)
    }
}

@Suite struct `What the server says of itself` {
    @Test func `MAXTARGETS limits lines to people, TARGMAX the channels of a JOIN`() {
        var support = ISupport()
        support.receive(["MAXTARGETS=3"])
        #expect(support.maximumTargets == ["PRIVMSG": 3, "NOTICE": 3])
        var chat = SessionTranscript { $0.channels = (1...5).map { IRCChannelName(name: "#c\($0)") } }
        _ = chat.take()
        chat.server(":s 001 crier :hi", ":s 005 crier TARGMAX=JOIN:2,PRIVMSG:4 :are supported", ":s 376 crier :end")
        #expect(chat.take() == ["JOIN #c1,#c2", "JOIN #c3,#c4", "JOIN #c5"])
    }

    @Test func `what is taken back counts no longer, the rest does`() {
        var support = ISupport()
        support.receive(["WHOX", "MONITOR=50", "NICKLEN=12", "NETWORK=X"])
        support.receive(["-WHOX", "-MONITOR", "-NEVERSAID"])
        #expect(!support.hasWHOX && support.monitorLimit == nil)
        #expect(support.nickLength == 12 && support.network == "X")
    }

    @Test func `a nick longer than the server allows is cut, and not asked for again`() {
        var chat = SessionTranscript { $0.nick = "criernewsbot" }
        _ = chat.take()
        chat.server(":s 432 * criernewsbot :Nickname too long, max. 9 characters")
        #expect(chat.take() == ["NICK criernews"])
        chat.server(":s 001 criernews :hi", ":s 005 criernews NICKLEN=9 :are supported", ":s 376 criernews :end")
        _ = chat.take()
        chat.pass(.seconds(600))
        #expect(!chat.take().contains { $0.hasPrefix("NICK") })
    }

    @Test func `the cut nick is asked for again when somebody has it`() {
        var chat = SessionTranscript { $0.nick = "criernewsbot" }
        chat.server(":s 432 * criernewsbot :too long", ":s 433 * criernews :in use")
        #expect(chat.take().suffix(2) == ["NICK criernews", "NICK crierne__"])
        chat.server(":s 001 crierne__ :hi", ":s 005 crierne__ NICKLEN=9 :are supported", ":s 376 crierne__ :end")
        chat.pass(.seconds(121))
        #expect(chat.take().contains("NICK criernews"))
    }

    @Test func `without a channel the server is asked what others see of us`() {
        var chat = SessionTranscript { $0.channels = [] }
        chat.server(":s 001 crier :hi", ":s 376 crier :end")
        #expect(chat.take().contains("USERHOST crier"))
        chat.server(":s 302 crier :crier=+~crier@seen.example")
        #expect(chat.session.ownUserHost == "~crier@seen.example")
    }
}

@Suite struct `What goes wrong` {
    @Test(arguments: [(465, IRCDisconnectReason.Kind.waitLong), (466, .waitLong), (463, .waitLong), (464, .permanent)])
    func `a ban or a refused password is told before the ERROR, which adds the reason`(
        numeric: Int,
        kind: IRCDisconnectReason.Kind
    ) {
        var chat = SessionTranscript()
        chat.server(":s \(numeric) crier :go away", "ERROR :Closing Link (spam)")
        chat.act { session, _ in session.close(IRCDisconnectReason(.temporary, "connection lost")) }
        #expect(chat.session.farewell == IRCDisconnectReason(kind, "go away (Closing Link (spam))"))
    }

    @Test func `forwarded to another channel, we leave it again and try ours later`() {
        var chat = SessionTranscript()
        chat.server(":s 001 crier :hi", ":s 376 crier :end")
        _ = chat.take()
        chat.server(
            ":s 470 crier #news ##overflow :Forwarding to another channel",
            ":crier!crier@host.test JOIN ##overflow"
        )
        #expect(
            chat.takeEvents().contains(
                .left(channel: "#news", .joinRefused(numeric: "470", reason: "Forwarding to another channel"))
            )
        )
        #expect(chat.take().contains("PART ##overflow"))
        chat.pass(.seconds(61))
        #expect(chat.take().contains("JOIN #news"))
    }

    @Test func `437 is about the nick while registering, about the channel later`() {
        var chat = SessionTranscript()
        _ = chat.take()
        chat.server(":s 437 * crier :Nick/channel is temporarily unavailable")
        #expect(chat.take() == ["NICK crier_"])
        chat.server(":s 001 crier_ :hi", ":s 376 crier_ :end", ":s 437 crier_ #news :temporarily unavailable")
        #expect(
            chat.takeEvents().last
                == .left(channel: "#news", .joinRefused(numeric: "437", reason: "temporarily unavailable"))
        )
    }

    @Test func `a server too busy refuses for the moment only`() {
        var chat = SessionTranscript.ready()
        chat.send("one", sender: 1, id: "m1")
        chat.server(":s 263 crier WHO :Please wait a while and try again.", ":s 263 crier PRIVMSG :Please wait.")
        #expect(chat.outcomes[1] == .refused(IRCRefusal(numeric: "263", reason: "Please wait.", isPermanent: false)))
    }

    @Test func `after an excess flood the next connection talks at half the pace`() {
        func seconds(pace: Double) -> Double {
            var options = IRCClientOptions(host: "h", port: 1, useTLS: false, nick: "n")
            options.floodBurst = 4
            let start = ContinuousClock.now
            var session = IRCSession(options, server: options.servers[0], pace: pace, now: start)
            session.phase = .ready
            for number in 0..<20 {
                session.send(
                    .init(target: "a", text: "\(number)"),
                    confirmationID: "\(number)",
                    sender: number,
                    now: start
                )
            }
            var now = start
            while !session.queue.isEmpty, let next = session.nextDeadline {
                now = max(now, next)
                session.advance(to: now)
            }
            return start.duration(to: now) / .seconds(1)
        }
        #expect(seconds(pace: 0.5) > 1.8 * seconds(pace: 1))
    }

    @Test func `CTCP is answered three times at once, then one in ten seconds`() {
        var chat = SessionTranscript.ready { options in
            options.versionReply = "Crier 1"
            options.sourceReply = "source"
        }
        for question in ["VERSION", "SOURCE", "CLIENTINFO", "TIME", "PING 1"] {
            chat.server(":eve!e@h PRIVMSG crier :\u{1}\(question)\u{1}")
        }
        #expect(
            chat.take().filter { $0.hasPrefix("NOTICE") } == [
                "NOTICE eve :\u{1}VERSION Crier 1\u{1}", "NOTICE eve :\u{1}SOURCE source\u{1}",
                "NOTICE eve :\u{1}CLIENTINFO ACTION CLIENTINFO PING SOURCE TIME VERSION\u{1}",
            ]
        )
        chat.pass(.seconds(11))
        chat.server(":eve!e@h PRIVMSG crier :\u{1}TIME\u{1}", ":eve!e@h PRIVMSG crier :\u{1}PING 1\u{1}")
        let answers = chat.take().filter { $0.hasPrefix("NOTICE") }
        #expect(answers.count == 1 && answers[0].contains("\u{1}TIME 2"))
    }
}
