import Testing

@testable import IRCClient

@Suite struct `Registering` {
    @Test func `a server without capabilities is registered with plainly`() {
        var chat = SessionTranscript()
        #expect(chat.take() == ["CAP LS 302", "NICK crier", "USER crier 0 * crier"])
        chat.server(":old.test 451 * :Register first", ":old.test 001 crier :Welcome")
        #expect(chat.take() == [])
        chat.server(":old.test 422 crier :No MOTD")
        #expect(chat.take() == ["JOIN #news"])
        #expect(chat.events == [.connected(network: "irc.test")])
    }

    @Test func `a capability list of several lines is waited for, and sasl is asked for alone`() {
        var chat = SessionTranscript {
            $0.saslAccount = "acc"
            $0.saslPassword = "pw"
        }
        _ = chat.take()
        chat.server(":s CAP * LS * :account-tag echo-message batch sasl=PLAIN,EXTERNAL")
        #expect(chat.take() == [])
        chat.server(":s CAP * LS :labeled-response unknown-thing multi-prefix")
        #expect(
            chat.take() == [
                "CAP REQ :account-tag batch echo-message labeled-response multi-prefix", "CAP REQ sasl",
            ]
        )
        chat.server(":s CAP * NAK :account-tag batch echo-message labeled-response multi-prefix")
        let again = chat.take()
        #expect(again.count == 5 && again.contains("CAP REQ batch"))
        for name in ["account-tag", "batch", "labeled-response", "multi-prefix"] {
            chat.server(":s CAP * ACK :\(name)")
        }
        chat.server(":s CAP * NAK :echo-message", ":s CAP * ACK :sasl")
        #expect(chat.take() == ["AUTHENTICATE PLAIN"])
        chat.server("AUTHENTICATE +")
        #expect(chat.take() == ["AUTHENTICATE YWNjAGFjYwBwdw=="])
        chat.server(":s 900 * crier!c@h acc :You are now logged in", ":s 903 * :SASL successful")
        #expect(chat.take() == ["CAP END"])
        #expect(
            chat.session.capabilities.enabled == ["account-tag", "batch", "labeled-response", "multi-prefix", "sasl"]
        )
    }

    @Test func `labels are not asked for without batches`() {
        var chat = SessionTranscript()
        _ = chat.take()
        chat.server(":s CAP * LS :labeled-response echo-message")
        #expect(chat.take() == ["CAP REQ echo-message"])
    }

    @Test func `a refused mechanism gives way to the next, and all refused is told`() {
        var chat = SessionTranscript {
            $0.saslAccount = "acc"
            $0.saslPassword = "pw"
            $0.certificateFile = "cert.pem"
        }
        _ = chat.take()
        chat.server(":s CAP * LS :sasl=PLAIN,EXTERNAL", ":s CAP * ACK :sasl")
        #expect(chat.take() == ["CAP REQ sasl", "AUTHENTICATE EXTERNAL"])
        chat.server("AUTHENTICATE +")
        #expect(chat.take() == ["AUTHENTICATE YWNj"])
        chat.server(":s 904 * :SASL authentication failed")
        #expect(chat.take() == ["AUTHENTICATE PLAIN"])
        chat.server(":s 904 * :SASL authentication failed")
        #expect(chat.take() == ["CAP END"])
        #expect(chat.events == [.loginFailed(reason: "SASL authentication failed")])
        #expect(!chat.hasDisconnected)
    }

    @Test func `a required login that fails ends the connection for good`() {
        var chat = SessionTranscript {
            $0.saslAccount = "acc"
            $0.saslPassword = "pw"
            $0.requiresLogin = true
        }
        chat.server(":s CAP * LS :sasl", ":s CAP * ACK :sasl", "AUTHENTICATE +", ":s 904 * :no")
        #expect(chat.hasDisconnected)
        #expect(chat.session.farewell?.kind == .permanent)
    }

    @Test func `SCRAM-SHA-256 follows the exchange of RFC 7677`() {
        var chat = SessionTranscript {
            $0.saslAccount = "user"
            $0.saslPassword = "pencil"
        }
        _ = chat.take()
        chat.server(":s CAP * LS :sasl=SCRAM-SHA-256,PLAIN", ":s CAP * ACK :sasl")
        #expect(chat.take() == ["CAP REQ sasl", "AUTHENTICATE SCRAM-SHA-256"])
        chat.server("AUTHENTICATE +")
        #expect(chat.take() == ["AUTHENTICATE \(base64("n,,n=user,r=rOprNGfwEbeRWgbNEkqO"))"])
        let first =
            "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
        chat.server("AUTHENTICATE \(base64(first))")
        let final =
            "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
            + "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
        #expect(chat.take() == ["AUTHENTICATE \(base64(final))"])
        chat.server("AUTHENTICATE \(base64("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="))")
        #expect(chat.take() == ["AUTHENTICATE +"])
        chat.server(":s 903 * :ok")
        #expect(chat.take() == ["CAP END"])
    }

    @Test func `a server that does not know the password is not believed`() {
        var scram = SCRAMExchange(account: "user", password: "pencil", nonce: "rOprNGfwEbeRWgbNEkqO")
        #expect(scram.receive(Array("r=other,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096".utf8)) == nil)
        let first = "r=rOprNGfwEbeRWgbNEkqO1,s=W22ZaJ0SNY7soEsUEjb6gQ==,i="
        #expect(scram.receive(Array((first + "99999999999").utf8)) == nil)
        #expect(scram.receive(Array((first + "4096").utf8)) != nil)
        #expect(scram.receive(Array("v=AAAA".utf8)) == nil)
    }

    @Test func `a long challenge comes in pieces and a long answer leaves in pieces`() {
        var exchange = SASLExchange(
            {
                var options = IRCClientOptions(host: "h", port: 1, useTLS: true, nick: "n")
                options.saslAccount = "a"
                options.saslPassword = String(repeating: "p", count: 295)
                return options
            }(),
            offered: ["PLAIN"],
            makeNonce: { "n" }
        )
        #expect(exchange?.next() == IRCMessage("AUTHENTICATE", "PLAIN"))
        // a, NUL, a, NUL and 295 bytes make exactly 400 of base64, so an empty chunk must follow.
        let lines = exchange?.receive("+").map(\.last) ?? []
        #expect(lines.map(\.utf8.count) == [400, 1])
        #expect(exchange?.receive(String(repeating: "A", count: 400)) == [])
        for _ in 0..<50 { _ = exchange?.receive(String(repeating: "A", count: 400)) }
    }

    @Test func `services that come later are logged in to, and capabilities come and go`() {
        var chat = SessionTranscript.ready(capabilities: "cap-notify account-tag") {
            $0.saslAccount = "acc"
            $0.saslPassword = "pw"
        }
        chat.server(":s CAP crier NEW :sasl=PLAIN echo-message")
        #expect(chat.take() == ["CAP REQ echo-message", "CAP REQ sasl"])
        chat.server(":s CAP crier ACK :sasl", "AUTHENTICATE +", ":s 903 crier :ok", ":s CAP crier ACK :echo-message")
        #expect(chat.take() == ["AUTHENTICATE PLAIN", "AUTHENTICATE YWNjAGFjYwBwdw=="])
        #expect(chat.session.isLoggedIn && chat.session.capabilities.has("echo-message"))
        chat.server(":s CAP crier DEL :echo-message")
        #expect(!chat.session.capabilities.has("echo-message"))
    }

    @Test func `a CAP loop gets an end`() {
        var chat = SessionTranscript.ready(capabilities: "cap-notify")
        for _ in 0..<1_000 {
            chat.server(":s CAP crier NEW :echo-message", ":s CAP crier DEL :echo-message", ":s CAP crier LS :a")
        }
        chat.pass(.seconds(60))
        #expect(chat.take().filter { $0.hasPrefix("CAP REQ") }.count <= CapabilityNegotiation.maximumRequests)
    }

    @Test func `a taken nick gives way to others, and never for ever`() {
        var chat = SessionTranscript()
        _ = chat.take()
        chat.server(":s 433 * crier :Nickname is already in use.")
        #expect(chat.take() == ["NICK crier_"])
        chat.server(":s 433 * crier_ :in use", ":s 433 * crier__ :in use")
        #expect(chat.take() == ["NICK crier__", "NICK crier1"])
        for _ in 0..<20 { chat.server(":s 433 * x :in use") }
        #expect(chat.hasDisconnected)
        #expect(chat.take().count <= 10)
        #expect(IRCSession.alternative(to: "averylongnick", attempt: 1, maximumLength: 9) == "averylon_")
    }

    @Test func `the wanted nick is taken back when it is free`() {
        var chat = SessionTranscript()
        chat.server(":s 433 * crier :in use", ":s 001 crier_ :hi", ":s 376 crier_ :end")
        _ = chat.take()
        chat.pass(.seconds(121))
        #expect(chat.take().contains("NICK crier"))
        chat.server(":s 433 crier_ crier :in use")
        #expect(chat.take() == [])
        chat.server(":crier!x@y QUIT :gone")
        chat.pass(.seconds(1))
        #expect(chat.take() == ["NICK crier"])
        chat.server(":crier_!c@h NICK crier")
        #expect(chat.session.nick == "crier")
        chat.pass(.seconds(60))
        #expect(!chat.take().contains("NICK crier"))
    }

    @Test func `a server that never lets us in is left`() {
        var chat = SessionTranscript()
        chat.server(":s NOTICE * :*** Looking up your hostname")
        chat.pass(.seconds(61))
        #expect(chat.hasDisconnected)
        #expect(chat.session.farewell?.kind == .temporary)
    }

    @Test func `bot mode is set where the server has one`() {
        var chat = SessionTranscript()
        chat.server(":s 001 crier :hi", ":s 005 crier BOT=B NETWORK=X\\x20Y :are supported", ":s 376 crier :end")
        #expect(chat.take().contains("MODE crier +B"))
        #expect(chat.events.contains(.connected(network: "X Y")))
    }

    @Test(arguments: [
        ("Closing Link: x (K-Lined: spam)", IRCDisconnectReason.Kind.waitLong),
        ("Closing link: (x) [G-Lined: bye]", .waitLong),
        ("Trying to reconnect too fast.", .waitLong),
        ("Your host is trying to (re)connect too fast -- throttled", .waitLong),
        ("Closing Link: (Excess Flood)", .temporary),
        ("Closing Link: (Ping timeout: 121 seconds)", .temporary),
        ("Server shutting down", .temporary),
        ("Access denied: Bad password?", .permanent),
    ])
    func `what ERROR says decides how long we stay away`(text: String, kind: IRCDisconnectReason.Kind) {
        var chat = SessionTranscript()
        chat.server("ERROR :\(text)")
        chat.act { session, _ in session.close(IRCDisconnectReason(.temporary, "connection lost")) }
        #expect(chat.session.farewell == IRCDisconnectReason(kind, text))
    }

    @Test func `waits grow, and long ones are long`() {
        var plan = ReconnectPlan(IRCClientOptions(host: "h", port: 1, useTLS: false, nick: "n"))
        let lost = IRCDisconnectReason(.temporary, "connection lost")
        let waits = (0..<10).map { _ in plan.wait(after: lost, connectedFor: nil, jitter: 1) }
        #expect(waits.prefix(4) == [.seconds(2), .seconds(4), .seconds(8), .seconds(16)])
        #expect(waits.last == .seconds(300))
        #expect(plan.wait(after: lost, connectedFor: .seconds(600), jitter: 1) == .seconds(2))
        #expect(
            plan.wait(after: IRCDisconnectReason(.waitLong, "K-lined"), connectedFor: nil, jitter: 0) == .seconds(600)
        )
    }
}
