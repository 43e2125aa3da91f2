import Foundation
import TestSupport
import Testing

@testable import IRCClient

@Suite(.timed, .enabled(if: InspIRCdServer.isInstalled, "inspircd is not installed"))
struct `On a real InspIRCd` {
    @Test func `the client joins, hears, is heard, and leaves in order`() async throws {
        let server = try InspIRCdServer()
        let alice = try RawIRCClient(port: server.port, nick: "alice")
        try await alice.wait(for: " 376 ")
        alice.send("JOIN #news")
        try await RunningClient.with(.test(port: server.port)) { crier in
            try await crier.waitFor(.connected(network: "TestNet"))
            try await crier.waitFor(.joined(channel: "#news"))
            try await alice.wait(for: ":crier!")
            alice.send("PRIVMSG #news :\u{1}ACTION waves\u{1}")
            alice.send("PRIVMSG crier :hello")
            try await waitUntil("two messages") { crier.messages.count == 2 }
            let (action, hello) = (crier.messages[0], crier.messages[1])
            #expect(action.isAction && action.isChannel && action.target == "#news" && action.text == "waves")
            #expect(action.senderModes == ["o"])
            #expect(action.messageID != nil)
            #expect(hello.nick == "alice" && !hello.isChannel && hello.text == "hello")
            #expect(hello.account == nil)
            #expect(await crier.client.isOperatorOrHalfop(nick: "Alice", channel: "#NEWS"))
            #expect(await crier.client.isOperatorOrHalfop(nick: "crier", channel: "#news") == false)
            #expect(await crier.client.members(of: "#news").map(\.nick) == ["alice", "crier"])
            #expect(await crier.send("news for you", to: "#news") == .confirmed)
            try await alice.wait(for: "PRIVMSG #news :news for you")
            alice.send("WHOIS crier")
            try await alice.wait(for: "is a bot")
        }
        try await alice.wait(for: "QUIT")
    }

    @Test func `a long text arrives whole in lines nobody sees cut`() async throws {
        let server = try InspIRCdServer()
        let alice = try RawIRCClient(port: server.port, nick: "alice")
        try await alice.wait(for: " 376 ")
        alice.send("JOIN #news")
        try await RunningClient.with(.test(port: server.port)) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            try await alice.wait(for: "JOIN")
            let text = (0..<120).map { "mot\($0) 東京\($0)" }.joined(separator: " ")
            #expect(await crier.send(text, to: "#news") == .confirmed)
            #expect(await crier.send("end", to: "#news") == .confirmed)
            try await alice.wait(for: "PRIVMSG #news :end")
            let lines = alice.lines.filter { $0.contains("PRIVMSG #news :") && !$0.hasSuffix(":end") }
            #expect(lines.count >= 4)
            #expect(lines.allSatisfy { $0.utf8.count <= 510 })
            #expect(lines.contains { $0.utf8.count > 490 })
            let heard = lines.compactMap { $0.components(separatedBy: "PRIVMSG #news :").last }
            #expect(heard.joined(separator: " ") == text)
        }
    }

    @Test(arguments: [[], ["ircv3_labeledresponse"], ["ircv3_labeledresponse", "ircv3_echomessage"]] as [Set<String>])
    func `a line is confirmed or refused with labels, with echoes and with neither`(missing: Set<String>) async throws {
        let server = try InspIRCdServer(withoutModules: missing)
        let alice = try RawIRCClient(port: server.port, nick: "alice")
        try await alice.wait(for: " 376 ")
        alice.send("JOIN #news")
        alice.send("JOIN #other")
        try await alice.wait(for: "366 alice #other")
        try await RunningClient.with(.test(port: server.port, channels: ["#news", "#other"])) { crier in
            try await crier.waitFor(.joined(channel: "#other"))
            #expect(await crier.send("one", to: "#news") == .confirmed)
            #expect(await crier.send("two", to: "alice") == .confirmed)
            guard case .refused(let nobody) = await crier.send("three", to: "nobody") else {
                Issue.record("a line to nobody was not refused")
                return
            }
            #expect(nobody.numeric == "401" && !nobody.isPermanent)
            alice.send("MODE #news +m")
            try await alice.wait(for: "MODE #news")
            async let moderated = crier.send("four", to: "#news")
            async let free = crier.send("five", to: "#other")
            guard case .refused(let refusal) = await moderated else {
                Issue.record("a line to a moderated channel was not refused")
                return
            }
            #expect(refusal.numeric == "404")
            #expect(await free == .confirmed)
            guard case .refused(let outside) = await crier.send("six", to: "#elsewhere") else {
                Issue.record("a line to a channel we are not in was not refused")
                return
            }
            #expect(outside.numeric == "442" && !outside.isPermanent)
        }
        try await alice.wait(for: "QUIT")
        let heard = alice.lines.filter { $0.contains("PRIVMSG") }.compactMap { $0.split(separator: ":").last }
        #expect(Set(heard) == ["one", "two", "five"])
    }

    @Test func `the client comes back after the server died, with its channels`() async throws {
        let server = try InspIRCdServer()
        try await RunningClient.with(.test(port: server.port)) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            server.stop()
            try await crier.waitForEvent("disconnected") { if case .disconnected = $0 { true } else { false } }
            #expect(await crier.send("lost?", to: "#news") == .notSent(reason: "not connected"))
            try server.start()
            try await waitUntil("joined twice") {
                crier.events.filter { $0 == .joined(channel: "#news") }.count == 2
            }
            #expect(await crier.send("again", to: "#news") == .confirmed)
        }
    }

    @Test func `a line on the wire of a frozen server is unknown when the connection dies`() async throws {
        let server = try InspIRCdServer()
        try await RunningClient.with(.test(port: server.port)) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            server.freeze()
            async let outcome = crier.send("into the void", to: "#news")
            try await waitUntil("the line is on the wire") {
                await crier.client.connection?.ask { !$0.inFlight.entries.isEmpty } == true
            }
            server.stop()
            #expect(await outcome == .unknown)
        }
    }

    @Test func `a kicked client comes back after a while`() async throws {
        let server = try InspIRCdServer()
        let alice = try RawIRCClient(port: server.port, nick: "alice")
        try await alice.wait(for: " 376 ")
        alice.send("JOIN #news")
        try await RunningClient.with(.test(port: server.port)) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            try await alice.wait(for: "JOIN")
            alice.send("KICK #news crier :shoo")
            try await crier.waitFor(.left(channel: "#news", .kicked(by: "alice", reason: "shoo")))
            #expect(await crier.client.isJoined("#news") == false)
            try await waitUntil("joined twice") {
                crier.events.filter { $0 == .joined(channel: "#news") }.count == 2
            }
        }
    }

    @Test func `a ban is told, and a changed list of channels needs no reconnect`() async throws {
        let server = try InspIRCdServer()
        let alice = try RawIRCClient(port: server.port, nick: "alice")
        try await alice.wait(for: " 376 ")
        alice.send("JOIN #private")
        alice.send("MODE #private +b crier!*@*")
        try await alice.wait(for: "MODE #private +b")
        try await RunningClient.with(.test(port: server.port, channels: ["#news", "#private"])) { crier in
            try await crier.waitForEvent("banned") {
                if case .left("#private", .banned) = $0 { true } else { false }
            }
            try await crier.waitFor(.joined(channel: "#news"))
            alice.send("JOIN #locked sesame")
            alice.send("MODE #locked +k sesame")
            try await alice.wait(for: "MODE #locked +k")
            await crier.client.setChannels([IRCChannelName(name: "#locked", key: "sesame")])
            try await crier.waitFor(.joined(channel: "#locked"))
            try await crier.waitFor(.left(channel: "#news", .parted))
            #expect(await crier.client.isJoined("#locked"))
            #expect(await crier.client.isJoined("#news") == false)
            #expect(crier.events.filter { if case .connected = $0 { true } else { false } }.count == 1)
        }
    }

    @Test func `a taken nick is replaced by another and regained when it is free`() async throws {
        let server = try InspIRCdServer()
        let thief = try RawIRCClient(port: server.port, nick: "crier")
        try await thief.wait(for: " 376 ")
        thief.send("JOIN #news")
        try await RunningClient.with(.test(port: server.port)) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            #expect(await crier.client.currentNick == "crier_")
            thief.send("QUIT")
            try await waitUntil("regained") { await crier.client.currentNick == "crier" }
        }
    }

    @Test func `CTCP is answered by notice, and not without limit`() async throws {
        let server = try InspIRCdServer()
        let alice = try RawIRCClient(port: server.port, nick: "alice")
        try await RunningClient.with(.test(port: server.port)) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            try await alice.wait(for: " 376 ")
            for _ in 0..<50 { alice.send("PRIVMSG crier :\u{1}VERSION\u{1}") }
            alice.send("PRIVMSG crier :done")
            try await waitUntil("done") { crier.messages.last?.text == "done" }
            #expect(await crier.send("ok", to: "alice") == .confirmed)
            try await alice.wait(for: "PRIVMSG alice :ok")
            let answers = alice.lines.filter { $0.contains("NOTICE alice :\u{1}VERSION") }
            #expect(answers.count == 3)
            #expect(crier.messages.count == 1)
        }
    }

    @Test func `queued lines still go out when the client is stopped`() async throws {
        let server = try InspIRCdServer()
        let alice = try RawIRCClient(port: server.port, nick: "alice")
        try await alice.wait(for: " 376 ")
        alice.send("JOIN #news")
        var options = IRCClientOptions.test(port: server.port)
        options.floodBurst = 2
        options.floodRefillPerSecond = 10
        let client = IRCNetworkClient(options)
        await withTaskGroup(of: IRCSendOutcome?.self) { group in
            group.addTask {
                try? await client.run()
                return nil
            }
            for await event in client.events where event == .joined(channel: "#news") { break }
            // Every call is queued before the next one is made.
            let sends = (1...10).map { number in
                IRCOutgoingLine(target: "#news", text: "line \(number)")
            }
            for line in sends { group.addTask { await client.send(line, confirmationID: line.text) } }
            _ = try? await alice.wait(for: "PRIVMSG #news")
            group.cancelAll()
            var outcomes: [IRCSendOutcome] = []
            for await outcome in group { if let outcome { outcomes.append(outcome) } }
            #expect(outcomes == Array(repeating: .confirmed, count: 10))
        }
        _ = try? await alice.wait(for: "QUIT")
        #expect(alice.lines.filter { $0.contains("PRIVMSG #news :line") }.count == 10)
    }

    @Test(arguments: [[], ["ircv3_labeledresponse", "ircv3_echomessage"]] as [Set<String>])
    func `killed again and again, the client loses nothing and repeats at most the line in flight`(
        missing: Set<String>
    ) async throws {
        let server = try InspIRCdServer(withoutModules: missing)
        let oper = try RawIRCClient(port: server.port, nick: "oper")
        try await oper.wait(for: " 376 ")
        oper.send("OPER root \(InspIRCdServer.operPassword)")
        oper.send("JOIN #news")
        try await oper.wait(for: " 381 ")
        let lines = 60
        let kills = 6
        try await RunningClient.with(.test(port: server.port)) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            for number in 1...lines {
                if number % (lines / kills) == 0 {
                    // The kill races with the next lines.
                    oper.send("KILL crier :test \(number)")
                }
                try await waitUntil("line \(number) is confirmed") {
                    await crier.send("line \(number)", to: "#news", id: "m\(number)") == .confirmed
                }
            }
        }
        try await oper.wait { $0.hasPrefix(":crier!") && $0.contains("QUIT") && !$0.contains("Killed") }
        let heard = oper.lines.filter { $0.contains("PRIVMSG #news :line") }.compactMap {
            $0.split(separator: ":").last
        }
        #expect(Set(heard).count == lines)
        #expect(heard.count <= lines + kills)
        var firsts: [Substring] = []
        for line in heard where !firsts.contains(line) { firsts.append(line) }
        #expect(firsts == (1...lines).map { "line \($0)" })
    }

    @Test func `pacing holds its rate`() async throws {
        let server = try InspIRCdServer()
        var options = IRCClientOptions.test(port: server.port)
        options.floodBurst = 4
        options.floodRefillPerSecond = 20
        try await RunningClient.with(options) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            let time = try await ContinuousClock().measure {
                for number in 0..<20 { try #require(await crier.send("\(number)", to: "#news") == .confirmed) }
            }
            #expect(time > .milliseconds(700))
        }
    }
}
