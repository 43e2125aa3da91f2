import Foundation
import Testing

@testable import IRCClient

@Suite struct `Nickname services` {
    private static func withLogin(_ options: inout IRCClientOptions) {
        options.saslAccount = "acc"
        options.saslPassword = "pw"
    }

    @Test func `without SASL the service is told the password once WHOIS shows it to be the network's`() {
        var chat = SessionTranscript(Self.withLogin)
        chat.server(":s 421 * CAP :Unknown", ":s 001 crier :Welcome", ":s 376 crier :End")
        _ = chat.take()
        chat.server(":s 311 crier NickServ services services.test * :Service", ":s 313 crier NickServ :is a service")
        #expect(chat.take() == [])
        chat.server(":s 318 crier NickServ :End")
        #expect(chat.take() == ["PRIVMSG NickServ :IDENTIFY acc pw"])
        chat.server(":s 900 crier crier!c@h acc :You are now logged in")
        #expect(chat.take() == ["JOIN #news"])
    }

    @Test func `whoever has merely taken the service's nick never sees the password`() {
        var chat = SessionTranscript(Self.withLogin)
        chat.server(":s 421 * CAP :Unknown", ":s 001 crier :Welcome", ":s 376 crier :End")
        _ = chat.take()
        chat.server(":s 311 crier NickServ bob host.test * :evil", ":s 318 crier NickServ :End")
        #expect(chat.take() == ["JOIN #news"])
        #expect(chat.takeEvents().contains(.loginFailed(reason: "NickServ is no service of this network")))
    }

    @Test func `a silent service delays the joins for a while only`() {
        var chat = SessionTranscript(Self.withLogin)
        chat.server(":s 421 * CAP :Unknown", ":s 001 crier :Welcome", ":s 376 crier :End")
        chat.server(":s 313 crier NickServ :is a service", ":s 318 crier NickServ :End")
        _ = chat.take()
        chat.pass(.seconds(14))
        #expect(!chat.take().contains("JOIN #news"))
        chat.pass(.seconds(2))
        #expect(chat.take().contains("JOIN #news"))
        #expect(chat.takeEvents().contains(.loginFailed(reason: "NickServ did not log us in")))
    }

    @Test func `a taken nick is regained, then ghosted, then asked for`() {
        var chat = SessionTranscript(Self.withLogin)
        chat.server(":s CAP * LS :sasl=PLAIN", ":s CAP * ACK :sasl", "AUTHENTICATE +", ":s 903 * :ok")
        chat.server(":s 433 * crier :in use", ":s 001 crier_ :Welcome", ":s 376 crier_ :End")
        #expect(chat.take().contains("WHOIS NickServ"))
        chat.server(":s 401 crier_ crier :No such nick")
        chat.server(":s 313 crier_ NickServ :is a service", ":s 318 crier_ NickServ :End")
        #expect(chat.take().contains("PRIVMSG NickServ :REGAIN crier pw"))
        chat.pass(.seconds(6))
        #expect(chat.take().contains("PRIVMSG NickServ :GHOST crier pw"))
        chat.pass(.seconds(6))
        #expect(chat.take().contains("NICK crier"))
        chat.server(":crier_!c@h NICK crier")
        chat.pass(.seconds(30))
        #expect(!chat.take().contains { $0.contains("NickServ") })
    }
}

@Suite struct `Strict transport security` {
    @Test func `a plain connection is left for TLS before anything else is said`() {
        var chat = SessionTranscript {
            $0.saslAccount = "acc"
            $0.saslPassword = "pw"
        }
        _ = chat.take()
        chat.server(":s CAP * LS :sts=port=6697,duration=300 sasl=PLAIN multi-prefix")
        #expect(chat.take() == [])
        #expect(chat.hasDisconnected)
        #expect(chat.session.farewell?.kind == .useTLS(port: 6697))
    }

    @Test(arguments: ["sts=duration=300", "sts=port=0", "sts=port=70000", "sts=port=x", "sts"])
    func `a demand without a usable port changes nothing`(offer: String) {
        var chat = SessionTranscript()
        _ = chat.take()
        chat.server(":s CAP * LS :\(offer)")
        #expect(!chat.hasDisconnected)
        #expect(chat.take() == ["CAP END"])
    }

    @Test func `a demand binds every later attempt, and other servers are tried in turn`() {
        let servers = [
            IRCServer(host: "a.test", port: 6667, useTLS: false), IRCServer(host: "b.test", port: 6697, useTLS: true),
        ]
        var rotation = ServerRotation(servers, policies: [])
        #expect(rotation.server(at: .now) == servers[0])
        rotation.noteUpgrade(of: "A.test", port: 6697)
        #expect(rotation.server(at: .now) == IRCServer(host: "a.test", port: 6697, useTLS: true))
        rotation.note(connectedFor: nil)
        #expect(rotation.server(at: .now) == servers[1])
        #expect(rotation.hasUntried)
        rotation.note(connectedFor: nil)
        #expect(!rotation.hasUntried)
        #expect(rotation.server(at: .now)?.useTLS == true)
    }

    @Test func `a kept policy is obeyed until it expires`() {
        let server = IRCServer(host: "a.test", port: 6667, useTLS: false)
        let policy = IRCSTSPolicy(host: "a.test", port: 6699, expiresAt: .now.addingTimeInterval(60))
        var rotation = ServerRotation([server], policies: [policy])
        #expect(rotation.server(at: .now) == IRCServer(host: "a.test", port: 6699, useTLS: true))
        #expect(rotation.server(at: .now.addingTimeInterval(61)) == server)
        rotation.note(IRCSTSPolicy(host: "a.test", port: 6699, expiresAt: .now))
        #expect(rotation.server(at: .now.addingTimeInterval(1)) == server)
    }
}

@Suite struct `Presence and invitations` {
    @Test func `a nick outside our channels is asked about once and watched from then on`() {
        var chat = SessionTranscript.ready(support: "PREFIX=(ov)@+ MONITOR=100")
        chat.act { $0.findOnline(nick: "zoe", query: 1, now: $1) }
        #expect(chat.take() == ["MONITOR + zoe", "WHOIS zoe"])
        chat.server(":s 318 crier zoe :End")
        #expect(chat.answers == [1: nil])
        chat.server(":s 730 crier :Zoe!z@host.test")
        #expect(chat.takeEvents() == [.cameOnline(nick: "Zoe")])
        chat.act { $0.findOnline(nick: "ZOE", query: 2, now: $1) }
        #expect(chat.answers[2] == "ZOE")
        chat.server(":s 731 crier :zoe")
        chat.act { $0.findOnline(nick: "zoe", query: 3, now: $1) }
        #expect(chat.answers[3] == .some(nil))
        #expect(chat.take() == [])
    }

    @Test func `a full watch list lets the oldest go`() {
        var chat = SessionTranscript.ready(support: "PREFIX=(ov)@+ MONITOR=1")
        chat.act { $0.findOnline(nick: "zoe", query: 1, now: $1) }
        _ = chat.take()
        chat.act { $0.findOnline(nick: "yan", query: 2, now: $1) }
        #expect(chat.take() == ["MONITOR - zoe", "MONITOR + yan", "WHOIS yan"])
        #expect(chat.takeEvents() == [.unwatched(nick: "zoe")])
        chat.server(":s 734 crier 1 yan :Monitor list is full.")
        #expect(chat.takeEvents() == [.unwatched(nick: "yan")])
        chat.act { $0.findOnline(nick: "yan", query: 3, now: $1) }
        #expect(chat.take().contains("MONITOR + yan"))
    }

    @Test func `where nothing can be watched WHOIS answers`() {
        var chat = SessionTranscript.ready()
        chat.act { $0.findOnline(nick: "zoe", query: 1, now: $1) }
        #expect(chat.take() == ["WHOIS zoe"])
        chat.server(":s 311 crier Zoe z host.test * :Zoe", ":s 318 crier Zoe :End")
        #expect(chat.answers == [1: "Zoe"])
    }

    @Test func `only an invitation of ours to a channel counts`() {
        var chat = SessionTranscript.ready(capabilities: "invite-notify account-tag")
        chat.server(
            ":alice!a@h INVITE bob #news",
            ":alice!a@h INVITE crier bob",
            "@account=ally :alice!a@h INVITE crier #club"
        )
        #expect(chat.takeEvents().suffix(1) == [.invited(channel: "#club", by: "alice", account: "ally")])
    }
}
