import Testing

@testable import IRCClient

/// A conversation with a session: what the server says, what must come back.
struct SessionTranscript {
    var session: IRCSession
    var now = ContinuousClock.now
    /// What has been done and not looked at yet.
    private(set) var written: [String] = []
    private(set) var events: [IRCEvent] = []
    private(set) var outcomes: [Int: IRCSendOutcome] = [:]
    private(set) var answers: [Int: String?] = [:]
    private(set) var hasDisconnected = false

    init(_ change: (inout IRCClientOptions) -> Void = { _ in }) {
        var options = IRCClientOptions(
            host: "irc.test",
            port: 6667,
            useTLS: false,
            nick: "crier",
            channels: [IRCChannelName(name: "#news")]
        )
        options.floodBurst = 50
        options.floodRefillPerSecond = 50
        change(&options)
        session = IRCSession(options, server: options.servers[0], now: now, makeNonce: { "rOprNGfwEbeRWgbNEkqO" })
        session.start()
        collect()
    }

    /// Past registration, on a server with these capabilities and 005 tokens, in `#news`.
    static func ready(
        capabilities: String = "",
        support: String = "PREFIX=(qaohv)~&@%+ CHANMODES=b,k,l,imnpst CASEMAPPING=rfc1459 NETWORK=TestNet",
        _ change: (inout IRCClientOptions) -> Void = { _ in }
    ) -> SessionTranscript {
        var chat = SessionTranscript(change)
        if capabilities.isEmpty {
            chat.server(":irc.test 421 * CAP :Unknown command")
        } else {
            chat.server(":irc.test CAP * LS :\(capabilities)")
            for line in chat.take() where line.hasPrefix("CAP REQ") {
                let names =
                    line.split(separator: ":").last.map(String.init) ?? line.split(separator: " ").last.map(String.init)
                chat.server(":irc.test CAP * ACK :\(names ?? "")")
            }
        }
        chat.server(":irc.test 001 crier :Welcome to TestNet crier!crier@host.test")
        chat.server(":irc.test 005 crier \(support) :are supported by this server")
        chat.server(":irc.test 376 crier :End")
        chat.server(":crier!crier@host.test JOIN #news")
        chat.server(":irc.test 353 crier = #news :crier @alice +bob")
        _ = chat.take()
        chat.events = []
        return chat
    }

    mutating func server(_ lines: String...) {
        for line in lines {
            if let message = IRCMessage(line: line.utf8) { session.receive(message, now: now) }
            collect()
        }
    }

    mutating func send(
        _ text: String,
        to target: String = "#news",
        sender: Int,
        id: String = "id",
        isNotice: Bool = false
    ) {
        session.send(
            IRCOutgoingLine(target: target, text: text, isNotice: isNotice),
            confirmationID: id,
            sender: sender,
            now: now
        )
        collect()
    }

    /// To whoever is logged in to that account under that nick.
    mutating func sendPrivately(_ text: String, to nick: String, account: String, sender: Int) {
        session.send(
            IRCOutgoingLine(target: nick, text: text, account: account),
            confirmationID: "id",
            sender: sender,
            now: now
        )
        collect()
    }

    mutating func act(_ body: (inout IRCSession, ContinuousClock.Instant) -> Void) {
        body(&session, now)
        collect()
    }

    /// Lets time pass in steps of the session's own deadlines, as the driver does, with a server that answers PINGs.
    mutating func pass(_ duration: Duration, silently: Bool = false) {
        let end = now.advanced(by: duration)
        var steps = 0
        while let next = session.nextDeadline, next <= end {
            now = max(now, next)
            session.advance(to: now)
            collect()
            if !silently, written.last == "PING alive" {
                written.removeLast()
                server(":irc.test PONG irc.test :alive")
            }
            steps += 1
            if steps > 10_000 {
                Issue.record("the session's deadline does not move")
                break
            }
        }
        now = end
    }

    /// The lines written since the last look.
    mutating func take() -> [String] {
        defer { written = [] }
        return written
    }

    mutating func takeEvents() -> [IRCEvent] {
        defer { events = [] }
        return events
    }

    private mutating func collect() {
        for action in session.takeActions() {
            switch action {
            case .write(let message, let maximumBytes):
                let bytes = message.wireBytes(maximumBytes: maximumBytes)
                written.append(String(decoding: bytes.dropLast(2), as: UTF8.self))
            case .event(let event): events.append(event)
            case .settle(let sender, let outcome):
                // As in the driver, the first outcome counts.
                if outcomes[sender] == nil { outcomes[sender] = outcome }
            case .answer(let query, let nick): answers[query] = .some(nick)
            case .disconnect: hasDisconnected = true
            case .expectLines: break
            }
        }
    }
}
