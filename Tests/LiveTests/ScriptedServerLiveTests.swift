import Foundation
import Synchronization
import TestSupport
import Testing

/// What no server at hand does: messages of several rows, and malice.
@Suite(.timed) struct ScriptedServerLiveTests {
    /// Lets the bot in, with these capabilities, and joins it to what it asks for.
    @Sendable private static func welcome(_ line: String, _ server: ScriptedIRCServer, capabilities: String) {
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "CAP" where words.dropFirst().first == "LS": server.send(":irc.test CAP * LS :\(capabilities)")
        case "CAP" where words.dropFirst().first == "REQ":
            let names = words.dropFirst(2).joined(separator: " ").drop { $0 == ":" }
            server.send(":irc.test CAP * ACK :\(names)")
        case "CAP":
            server.send(
                ":irc.test 001 crier :Welcome crier!crier@host.test",
                ":irc.test 005 crier CHANTYPES=# PREFIX=(ov)@+ CASEMAPPING=ascii :are supported by this server",
                ":irc.test 376 crier :End"
            )
        case "JOIN":
            for channel in words[1].split(separator: ",") {
                server.send(
                    ":crier!crier@host.test JOIN \(channel)",
                    ":irc.test 353 crier = \(channel) :crier @alice",
                    ":irc.test 366 crier \(channel) :End"
                )
            }
        case "PING": server.send(":irc.test PONG irc.test :\(words.last ?? "")")
        default: break
        }
    }

    @Test func `a list is one message of several rows where the server takes such`() async throws {
        let capabilities = "batch message-tags labeled-response draft/multiline=max-bytes=4096,max-lines=24"
        let server = try ScriptedIRCServer { line, server in
            Self.welcome(line, server, capabilities: capabilities)
            // `@label=1 BATCH +m1 …`: the server has taken the whole batch when it ends.
            if line.hasPrefix("@label="), !line.contains("PRIVMSG") {
                server.send("\(line.prefix { $0 != " " }) :irc.test ACK")
            }
        }
        let web = try LocalWebServer()
        let feed = GrowingFeed(web)
        feed.add((1...6).map { "Story number \($0) of many today" })
        let crier = try CrierProcess()
        defer {
            crier.kill9()
            server.stop()
            web.stop()
        }
        try crier.configure(
            Live.configuration(port: server.port) + "\n[[feed]]\nurl = \"\(feed.url)\"\nname = \"Growing\"\n"
        )
        try crier.start()
        try await waitUntil("the bot has joined") { server.lines.contains { $0.hasPrefix("JOIN") } }
        try await waitUntil("the first fetch") { crier.log.contains("Feed refreshed") }
        server.send("@msgid=\(UUID().uuidString) :alice!a@h PRIVMSG #news :!headlines")
        try await waitUntil("a list") { server.lines.contains { $0.contains("Story number 3") } }
        try await waitUntil("the end of the batch") { server.lines.contains { $0.hasPrefix("BATCH -") } }
        let lines = server.lines
        let opening = try #require(lines.first { $0.contains("BATCH +") && $0.contains("draft/multiline #news") })
        let reference = try #require(opening.split(separator: "+").last?.prefix { $0 != " " })
        let rows = lines.filter { $0.hasPrefix("@batch=\(reference) PRIVMSG #news") }
        #expect(rows.filter { $0.contains("Story number") }.count >= 5, "\(rows)")
        #expect(!lines.contains { $0.hasPrefix("PRIVMSG #news") && $0.contains("Story number") })
    }

    @Test func `ten thousand lines of a hostile server draw no crash and no flood`() async throws {
        let server = try ScriptedIRCServer { line, server in
            Self.welcome(line, server, capabilities: "batch cap-notify")
        }
        let crier = try CrierProcess()
        defer {
            crier.kill9()
            server.stop()
        }
        try crier.configure(Live.configuration(port: server.port))
        try crier.start()
        try await waitUntil("the bot has joined") { server.lines.contains { $0.hasPrefix("JOIN") } }
        let before = server.lines.count
        let numerics = [
            "001", "005", "353", "366", "376", "432", "433", "437", "470", "474", "900", "904", "318", "730",
        ]
        let words = [
            "crier", "#news", "alice", "+o-v", "*", ":", "=", "LS", "NEW", "ACK", "sasl", "PREFIX=(", "NICKLEN=-1",
        ]
        for number in 0..<10_000 {
            var bytes: [UInt8]
            switch number % 5 {
            case 0: bytes = (0..<Int.random(in: 1...600)).map { _ in UInt8.random(in: 0...255) }
            case 1:
                bytes = Array(("@a=" + String(repeating: "x", count: 8_000) + " :eve!e@h PRIVMSG #news :!help").utf8)
            case 2:
                let line = (0..<4).map { _ in words.randomElement() ?? "" }.joined(separator: " ")
                bytes = Array(":irc.test \(numerics.randomElement() ?? "") \(line)".utf8)
            case 3: bytes = Array(":irc.test CAP crier \(Bool.random() ? "NEW" : "DEL") :echo-message away-notify".utf8)
            default: bytes = Array(":eve\(number)!e@h PRIVMSG crier :\u{1}VERSION\u{1}".utf8)
            }
            bytes += [13, 10]
            server.send(bytes: bytes)
        }
        server.send("PING :still-there")
        try await waitUntil("the answer") {
            server.lines.contains { $0.contains("PONG") && $0.contains("still-there") }
        }
        let said = server.lines.dropFirst(before).filter { !$0.hasPrefix("PONG") }
        #expect(said.count < 300, "\(said.count) lines, the last \(said.suffix(10))")
        #expect(crier.isRunning)
    }
}
