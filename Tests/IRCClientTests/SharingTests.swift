import Testing

@testable import IRCClient

@Suite struct `Whose line comes next` {
    private let start = ContinuousClock.now

    private func lines() -> OutgoingLines { OutgoingLines(halfLife: .seconds(600), now: start) }

    private func line(_ text: String, to reader: String, sender: Int? = nil) -> OutgoingLines.Line {
        OutgoingLines.Line(
            sender: sender,
            target: reader,
            text: text,
            isNotice: false,
            confirmationID: "",
            reader: reader
        )
    }

    /// Takes one line and counts it.
    private func take(_ lines: inout OutgoingLines, at now: ContinuousClock.Instant? = nil) -> String? {
        guard let (line, _) = lines.next() else { return nil }
        lines.noteUse(by: line.reader, lines: 1, at: now ?? start)
        return "\(line.reader) \(line.text)"
    }

    @Test func `whoever was sent the least comes first, and each hears their lines in order`() {
        var lines = lines()
        for number in 1...3 { _ = lines.append(line("\(number)", to: "ann"), lane: "ann", limit: 99) }
        #expect(take(&lines) == "ann 1")
        for number in 1...2 { _ = lines.append(line("\(number)", to: "ben"), lane: "ben", limit: 99) }
        #expect([take(&lines), take(&lines)] == ["ben 1", "ann 2"])
        #expect([take(&lines), take(&lines), take(&lines)] == ["ben 2", "ann 3", nil])
    }

    @Test func `what was sent long ago counts no more`() {
        var lines = lines()
        lines.noteUse(by: "ann", lines: 20, at: start)
        let later = start.advanced(by: .seconds(6_000))
        lines.noteUse(by: "ben", lines: 1, at: later)
        for name in ["ben", "ann"] { _ = lines.append(line("1", to: name), lane: name, limit: 99) }
        #expect(take(&lines, at: later) == "ann 1")
    }

    @Test func `somebody who was sent much is still served while newcomers come without end`() {
        var lines = lines()
        lines.noteUse(by: "ann", lines: 1_000, at: start)
        for number in 1...5 { _ = lines.append(line("\(number)", to: "ann"), lane: "ann", limit: 9_999) }
        var heard = 0
        for turn in 0..<400 {
            for guest in 0..<2 {
                _ = lines.append(line("x", to: "guest\(turn)-\(guest)"), lane: "guest\(turn)-\(guest)", limit: 9_999)
            }
            if take(&lines)?.hasPrefix("ann") == true { heard += 1 }
        }
        #expect(heard >= 1)
        // Only those who waited before come before, each with one line, at every fourth turn.
        var first = self.lines()
        for number in 0..<10 { _ = first.append(line("x", to: "old\(number)"), lane: "old\(number)", limit: 9_999) }
        first.noteUse(by: "ann", lines: 1_000, at: start)
        _ = first.append(line("1", to: "ann"), lane: "ann", limit: 9_999)
        let order = (0..<44).map { turn in
            _ = first.append(line("x", to: "new\(turn)"), lane: "new\(turn)", limit: 9_999)
            return take(&first)
        }
        #expect(order.contains("ann 1"))
    }

    @Test func `when all places are taken, the newest line of whoever has the most goes`() {
        var lines = lines()
        for number in 1...9 {
            #expect(lines.append(line("\(number)", to: "eve", sender: number), lane: "eve", limit: 10) == nil)
        }
        #expect(lines.append(line("1", to: "ann"), lane: "ann", limit: 10) == nil)
        #expect(lines.append(line("2", to: "ann", sender: 70), lane: "ann", limit: 10)?.sender == 9)
        #expect(lines.append(line("10", to: "eve", sender: 10), lane: "eve", limit: 10)?.sender == 10)
        #expect(lines.count == 10)
        // Under many nicks, too.
        for number in 0..<8 {
            var other = line("n", to: "mallory", sender: 20 + number)
            other.target = "m\(number)"
            _ = lines.append(other, lane: "m\(number)", limit: 18)
        }
        #expect(lines.append(line("3", to: "ann"), lane: "ann", limit: 18)?.sender == 27)
    }

    @Test func `a line that has begun keeps its place`() {
        var lines = lines()
        var rest = line("rest", to: "eve", sender: 1)
        rest.isRest = true
        lines.putBack([rest, rest, rest], lane: "eve")
        #expect(lines.append(line("1", to: "ann", sender: 2), lane: "ann", limit: 3)?.sender == 2)
        #expect(lines.count == 3)
    }

    @Test func `the memory of who was sent what is bounded`() {
        var map = RecentMap<Int>(limit: 10)
        for number in 0..<1_000 {
            map.set("\(number)", to: number)
            #expect(map.count <= 20)
        }
        #expect((990..<1_000).allSatisfy { (number: Int) in map["\(number)"] == number })
        #expect(map["5"] == nil)
    }
}

@Suite struct `A crowd at the usual pace` {
    /// The seconds until each text is written, on a server that confirms at once.
    private static func seconds(
        _ chat: inout SessionTranscript,
        until texts: [String],
        atMost limit: Int = 1_000,
        each second: (inout SessionTranscript) -> Void = { _ in }
    ) -> [String: Int] {
        var found: [String: Int] = [:]
        for passed in 0...limit where found.count < texts.count {
            for line in chat.take() {
                for text in texts where line.contains(text) { found[text] = passed }
                if line.hasPrefix("PING ") { chat.server(":s PONG s :\(line.dropFirst(5))") }
            }
            second(&chat)
            chat.pass(.seconds(1))
        }
        return found
    }

    private static func ready(_ support: String = "PREFIX=(ov)@+ CHANTYPES=#") -> SessionTranscript {
        var chat = SessionTranscript.ready(support: support) {
            $0.floodBurst = 4
            $0.floodRefillPerSecond = 1
        }
        chat.pass(.seconds(30))
        return chat
    }

    @Test func `who asks rarely hears the first line at once although long answers to 140 others wait`() {
        var chat = Self.ready()
        func ask(_ chat: inout SessionTranscript, _ name: String) {
            chat.server(":\(name)!u@\(name).example PRIVMSG crier :headlines")
        }
        for number in 0..<140 {
            ask(&chat, "stranger\(number)")
            for line in 0..<7 { chat.send("long \(line)", to: "stranger\(number)", sender: number * 10 + line) }
        }
        var second = 0
        func askAgain(_ chat: inout SessionTranscript) {
            second += 1
            for number in 0..<140 where (second + number) % 30 == 0 { ask(&chat, "stranger\(number)") }
        }
        _ = Self.seconds(&chat, until: ["none"], atMost: 120, each: askAgain)
        for round in 0..<4 {
            let texts = (0..<3).map { "answer \(round).\($0)" }
            ask(&chat, "patient")
            for text in texts { chat.send(text, to: "patient", sender: 9_000 + round) }
            let seconds = Self.seconds(&chat, until: texts, each: askAgain)
            #expect(seconds[texts[0]] ?? 1_000 <= 4, "round \(round): \(seconds)")
            #expect(seconds[texts[2]] ?? 1_000 <= 12, "round \(round): \(seconds)")
            _ = Self.seconds(&chat, until: ["none"], atMost: 180, each: askAgain)
        }
    }

    @Test func `a crowd that asks without end waits behind somebody who is sent more and asks rarely`() {
        var chat = Self.ready()
        func ask(_ chat: inout SessionTranscript) {
            for number in 0..<100 { chat.server(":s\(number)!u@h\(number).example PRIVMSG crier :headlines") }
        }
        for _ in 0..<10 { ask(&chat) }
        for number in 0..<100 {
            for line in 0..<3 { chat.send("long \(line)", to: "s\(number)", sender: number * 10 + line) }
        }
        chat.server(":patient!p@good.example PRIVMSG crier :help")
        let texts = (0..<12).map { "answer \($0)." }
        for (number, text) in texts.enumerated() { chat.send(text, to: "patient", sender: 9_000 + number) }
        let seconds = Self.seconds(&chat, until: texts)
        #expect(seconds[texts[11]] ?? 1_000 <= 30, "\(seconds)")
    }

    @Test func `a channel full of answers does not delay a private one`() {
        var chat = Self.ready()
        for number in 0..<300 { chat.send("talk \(number)", sender: number) }
        _ = Self.seconds(&chat, until: ["none"], atMost: 60)
        chat.send("private", to: "patient", sender: 900)
        #expect(Self.seconds(&chat, until: ["private"])["private"] ?? 1_000 <= 4)
    }

    @Test func `a channel gets the share of four people`() {
        var chat = Self.ready()
        for number in 0..<100 {
            chat.send("talk", sender: 1_000 + number)
            chat.send("word", to: "ann", sender: number)
        }
        var lines: [String] = []
        for _ in 0..<60 {
            let written = chat.take()
            lines += written.filter { $0.hasPrefix("PRIVMSG") }
            for line in written where line.hasPrefix("PING ") { chat.server(":s PONG s :\(line.dropFirst(5))") }
            chat.pass(.seconds(1))
        }
        let ann = lines.filter { $0.contains("ann") }.count
        #expect((lines.count / 8...lines.count / 2 - 4).contains(ann), "\(ann) of \(lines.count)")
    }

    @Test func `a new nick is no new share`() {
        var chat = Self.ready()
        var nicks = 0
        func rename(_ chat: inout SessionTranscript) {
            nicks += 1
            chat.server(":g\(nicks)!u@Bad.Example PRIVMSG crier :help")
            for line in 0..<2 { chat.send("long \(line)", to: "g\(nicks)", sender: nicks * 10 + line) }
        }
        _ = Self.seconds(&chat, until: ["none"], atMost: 60, each: rename)
        chat.server(":patient!p@good.example PRIVMSG crier :help")
        for line in 0..<4 { chat.send("answer \(line)", to: "patient", sender: 9_000 + line) }
        let seconds = Self.seconds(&chat, until: ["answer 3"], each: rename)
        #expect(seconds["answer 3"] ?? 1_000 <= 12, "\(seconds)")
    }

    @Test func `questions about a crowd that is not there hold no line up`() {
        var chat = Self.ready()
        for number in 0..<90 {
            chat.act { session, now in session.findNick(account: "gone\(number)", query: number, now: now) }
        }
        chat.send("private", to: "patient", sender: 1)
        #expect(Self.seconds(&chat, until: ["private"])["private"] ?? 1_000 <= 4)
    }

    @Test func `watching guests who take nick after nick holds no line up`() {
        var chat = Self.ready("PREFIX=(ov)@+ CHANTYPES=# MONITOR=20")
        var nicks = 0
        func rename(_ chat: inout SessionTranscript) {
            for _ in 0..<5 {
                nicks += 1
                chat.server(":g\(nicks)!u@bad.example PRIVMSG crier :help")
                let nick = "g\(nicks)"
                chat.act { session, now in session.watch(nick: nick, now: now) }
            }
        }
        _ = Self.seconds(&chat, until: ["none"], atMost: 60, each: rename)
        chat.send("talk", sender: 1)
        #expect(Self.seconds(&chat, until: ["talk"], each: rename)["talk"] ?? 1_000 <= 4)
    }

    @Test func `nobody is asked about who is known to be away`() {
        var chat = Self.ready("PREFIX=(ov)@+ CHANTYPES=# MONITOR=20")
        chat.act { session, now in session.findNick(account: "ann", query: 1, now: now) }
        #expect(Set(chat.take()) == ["MONITOR + ann", "WHOIS ann"])
        chat.server(":s 731 crier :ann", ":s 318 crier ann :End")
        #expect(chat.answers[1] == .some(nil))
        chat.act { session, now in session.findNick(account: "ann", query: 2, now: now) }
        #expect(chat.take() == [] && chat.answers[2] == .some(nil))
        chat.server(":s 730 crier :ann!a@h")
        chat.act { session, now in session.findNick(account: "ann", query: 3, now: now) }
        #expect(chat.take() == ["WHOIS ann"])
    }
}
