import Testing

@testable import IRCClient

/// A private line may wait long for its turn; who has the nick then decides.
@Suite struct `Private lines` {
    private static let accounts = "account-notify extended-join account-tag message-tags"

    private static func isNotSent(_ outcome: IRCSendOutcome?) -> Bool {
        if case .notSent? = outcome { true } else { false }
    }

    /// Alice is here as `ally`; a line for her waits for the pacer.
    private static func waiting(_ capabilities: String = accounts) -> SessionTranscript {
        var chat = SessionTranscript.ready(capabilities: capabilities) {
            $0.floodBurst = 2
            $0.floodRefillPerSecond = 1
        }
        chat.server(":alice!a@h JOIN #news ally :A")
        chat.pass(.seconds(30))
        chat.act { session, now in if session.pacer.canSend(at: now) { session.pacer.spend(10) } }
        chat.sendPrivately("secret", to: "alice", account: "Ally", sender: 1)
        _ = chat.take()
        return chat
    }

    @Test func `a line goes out while account-notify vouches for its reader`() {
        var chat = Self.waiting()
        chat.pass(.seconds(20))
        #expect(chat.take().contains("PRIVMSG alice secret"))
    }

    @Test(arguments: [
        [":alice!a@h ACCOUNT *"], [":alice!a@h ACCOUNT eve"],
        [":alice!a@h NICK al", ":eve!e@h JOIN #news * :E", ":eve!e@h NICK alice"],
        [":alice!a@h QUIT :split", ":alice!x@y JOIN #news * :stranger"],
        [":alice!a@h QUIT :split", ":alice!x@y JOIN #news eve :stranger"],
    ])
    func `who has logged out or taken the nick meanwhile gets nothing`(lines: [String]) {
        var chat = Self.waiting()
        for line in lines { chat.server(line) }
        chat.pass(.seconds(40))
        #expect(!chat.take().contains { $0.contains("secret") })
        #expect(Self.isNotSent(chat.outcomes[1]))
    }

    @Test func `who shares no channel is asked about again when the turn comes late`() {
        for account in ["ally", "eve", nil] {
            var chat = Self.waiting("")
            chat.pass(.seconds(20))
            #expect(chat.take() == ["WHOIS alice"])
            chat.server(":s 311 crier alice a h * :A")
            if let account { chat.server(":s 330 crier alice \(account) :is logged in as") }
            chat.server(":s 318 crier alice :End")
            #expect(chat.take() == (account == "ally" ? ["PRIVMSG alice secret", "PING id"] : []))
            chat.server(":s PONG s id")
            if account == "ally" {
                #expect(chat.outcomes[1] == .confirmed)
            } else {
                #expect(Self.isNotSent(chat.outcomes[1]))
            }
        }
    }

    @Test func `a WHOIS of this moment is enough`() {
        var chat = SessionTranscript.ready()
        chat.act { session, now in session.findNick(account: "alice", query: 1, now: now) }
        chat.server(":s 330 crier alice alice :is logged in as", ":s 318 crier alice :End")
        _ = chat.take()
        chat.sendPrivately("secret", to: "alice", account: "alice", sender: 1)
        #expect(chat.take() == ["PRIVMSG alice secret", "PING id"])
        chat.pass(.seconds(6))
        chat.sendPrivately("secret", to: "alice", account: "alice", sender: 2)
        #expect(chat.take().first == "WHOIS alice")
    }

    @Test func `a line whose reader nobody tells about is given back, and at the end of the connection too`() {
        var chat = Self.waiting("")
        chat.pass(.seconds(20))
        chat.pass(.seconds(25))
        #expect(Self.isNotSent(chat.outcomes[1]))
        chat.sendPrivately("secret", to: "alice", account: "ally", sender: 2)
        chat.act { session, _ in session.close(IRCDisconnectReason(.temporary, "lost")) }
        #expect(Self.isNotSent(chat.outcomes[2]))
    }

    @Test func `the pieces of a long line keep their order`() {
        var chat = Self.waiting("")
        let text = (0..<200).map { "word\($0)" }.joined(separator: " ")
        chat.sendPrivately(text, to: "alice", account: "ally", sender: 2)
        chat.sendPrivately("after", to: "alice", account: "ally", sender: 3)
        var heard: [String] = []
        for _ in 0..<60 {
            chat.pass(.seconds(1))
            for line in chat.take() {
                if line == "WHOIS alice" {
                    chat.server(":s 330 crier alice ally :is logged in as", ":s 318 crier alice :End")
                } else if line.hasPrefix("PING id") {
                    chat.server(":s PONG s id")
                } else if line.hasPrefix("PRIVMSG alice ") {
                    heard.append(String(line.dropFirst("PRIVMSG alice ".count).drop { $0 == ":" }))
                }
            }
        }
        #expect(heard.first == "secret" && heard.last == "after")
        #expect(heard.dropFirst().dropLast().joined(separator: " ") == text)
        #expect(chat.outcomes.values.allSatisfy { $0 == .confirmed } && chat.outcomes.count == 3)
    }

    @Test func `of many who get the same words only the verified share a line`() {
        var chat = SessionTranscript.ready(
            capabilities: Self.accounts,
            support: "PREFIX=(ov)@+ CHANTYPES=# TARGMAX=PRIVMSG:10"
        ) {
            $0.floodBurst = 2
            $0.floodRefillPerSecond = 1
        }
        for name in ["ann", "ben", "cid"] { chat.server(":\(name)!x@h JOIN #news \(name) :X") }
        chat.pass(.seconds(30))
        chat.act { session, now in if session.pacer.canSend(at: now) { session.pacer.spend(10) } }
        for (index, name) in ["ann", "ben", "cid"].enumerated() {
            chat.sendPrivately("secret", to: name, account: name, sender: index)
        }
        _ = chat.take()
        chat.server(":ben!x@h ACCOUNT *")
        chat.pass(.seconds(20))
        #expect(chat.take().filter { $0.contains("secret") } == ["PRIVMSG ann,cid secret"])
        #expect(Self.isNotSent(chat.outcomes[1]))
    }

    @Test func `sixty questions at once are all asked and answered, at the network's pace`() {
        var chat = SessionTranscript.ready {
            $0.floodBurst = 2
            $0.floodRefillPerSecond = 1
        }
        chat.pass(.seconds(30))
        for number in 1...60 {
            chat.act { session, now in session.findNick(account: "p\(number)", query: number, now: now) }
        }
        for _ in 0..<90 {
            chat.pass(.seconds(1))
            for line in chat.take() where line.hasPrefix("WHOIS ") {
                let name = line.dropFirst(6)
                chat.server(":s 330 crier \(name) \(name) :is logged in as", ":s 318 crier \(name) :End")
            }
        }
        #expect((1...60).allSatisfy { chat.answers[$0] == .some("p\($0)") })
    }
}

@Suite struct `Servers that fall behind` {
    @Test func `nothing more is sent before the server has caught up`() {
        var chat = SessionTranscript.ready()
        chat.send("one", sender: 1, id: "m1")
        chat.pass(.seconds(16))
        _ = chat.take()
        chat.send("two", sender: 2, id: "m2")
        chat.pass(.seconds(1))
        #expect(chat.take() == [])
        chat.server(":s PONG s m1")
        #expect(chat.take() == ["PRIVMSG #news two", "PING m2"])
    }

    @Test func `a server that says nothing more holds nothing up for ever`() {
        var chat = SessionTranscript.ready(capabilities: "batch labeled-response message-tags")
        chat.send("one", sender: 1)
        chat.pass(.seconds(16))
        chat.send("two", sender: 2)
        chat.pass(.seconds(50))
        #expect(chat.outcomes[1] == .unknown)
        #expect(chat.take().contains { $0.hasSuffix("PRIVMSG #news two") })
    }
}
