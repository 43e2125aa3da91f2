import Foundation
import TestSupport
import Testing

/// What malice can do on a homeserver.
@Suite(.timed, .enabled(if: SynapseServer.isInstalled, "Synapse is not installed: skipped"))
struct MatrixHostileLiveTests {
    /// Two thousand commands; `make soak` sends five thousand.
    private static let commands = ProcessInfo.processInfo.environment["CRIER_COMMANDS"].flatMap { Int($0) } ?? 2_000

    @Test func `thousands of commands and hostile events leave the bot calm, and no push is lost`() async throws {
        let scene = try await MatrixScene(on: SynapseServer())
        defer { scene.end() }
        let room = try await scene.alice.createRoom(invite: [scene.bot])
        try await scene.alice.wait(for: ": headlines", in: room)
        scene.feed.add(["Calm before the storm"])
        try await scene.follow(in: room)
        let mallory = try await MatrixPerson(scene.home, "mallory")
        _ = try await scene.alice.post("invite", in: room, ["user_id": mallory.userID])
        try await mallory.join(room)
        let before = scene.crier.memory
        var deep: Any = "x"
        for _ in 0..<600 { deep = [deep] }
        // Near the 65,536 bytes that an event may have, and beyond, where the server refuses.
        let large = (1...6).map { ["body": String(repeating: "!headlines ", count: 1_000 * $0)] }
        let hostile: [[String: Any]] =
            large + [
                ["body": "!help " + String(repeating: "\u{0}\u{202E}👨‍👩‍👧‍👦", count: 2_000)], ["body": 7],
                ["body": ["!help"]], ["body": deep], ["msgtype": 3], ["msgtype": "m.unheard.of"],
                ["body": "!help", "m.relates_to": "$1"], ["body": "!help", "m.relates_to": ["rel_type": deep]],
                ["body": "!help", "m.relates_to": ["rel_type": "m.thread", "event_id": 5]],
                ["body": "!help", "m.relates_to": ["rel_type": "m.replace", "event_id": "$x"], "m.new_content": [1]],
                ["body": "!why", "m.relates_to": ["m.in_reply_to": ["event_id": "$spoofed"]]],
                ["body": "!help", "m.mentions": ["user_ids": [1, deep]]], ["msgtype": "m.file", "url": ["mxc://a/b"]],
                ["msgtype": "m.file", "url": "mxc://hs.test/none", "filename": "a.opml", "info": ["size": -1]],
                ["body": "!help", "formatted_body": String(repeating: "<ul><li>", count: 6_000), "format": "x"],
            ]
        for content in hostile { _ = try? await mallory.say("!help", in: room, content: content) }
        let begin = Date()
        let (lanes, commands, feed) = (8, Self.commands / 8, scene.feed)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    for number in 0..<commands {
                        try await mallory.say("!headlines \(lane) \(number)", in: room)
                        if lane == 0, number.isMultiple(of: commands / 5) { feed.add(["Light \(number) in the storm"]) }
                    }
                }
            }
            try await group.waitForAll()
        }
        scene.feed.add(["Light after the storm"])
        try await scene.alice.wait(for: "Light after the storm", in: room)
        let after = scene.crier.memory
        let history = try await scene.alice.history(of: room, by: scene.bot)
        // Eight at once and twenty a minute are answered; the longer the flood takes, the more may be.
        let minutes = Int(Date().timeIntervalSince(begin) / 60) + 1
        #expect(history.count < 60 + minutes * 25, "\(history.count) messages in a flood of \(minutes) minutes")
        for number in stride(from: 0, to: commands, by: commands / 5) {
            let title = "Light \(number) in the storm"
            #expect(history.filter { $0.repliesTo == nil && $0.body.contains(title) }.count == 1, "\(title)")
        }
        #expect(history.filter { $0.body.contains("Light after the storm") && $0.repliesTo == nil }.count == 1)
        #expect(scene.crier.isRunning)
        #expect(after.own - before.own < 64_000, "\(before) became \(after) kB")
        print("flood of \(lanes * commands): \(history.count) messages; kB own, resident: \(before), then \(after)")
        try await scene.alice.say("crier: about", in: room)
        try await scene.alice.wait(for: "0.1.0", in: room)
    }

    /// Markup in titles as feeds have it: escaped once, so that a careless reader would make tags of it.
    private static let titles = [
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<a href=\"javascript:alert(1)\">click</a>",
        "</a></li></ul><h1>large</h1>", "<b onclick='alert(1)'>bold</b> <font color=red>red</font>",
        "<mx-reply><blockquote>somebody said</blockquote></mx-reply>",
        "@room <a href='https://matrix.to/#/@alice:hs.test'>",
        "<<a>script>alert(1)<</a>/script>", "&lt;iframe src=//evil.test&gt;", "\" onmouseover=alert(1) x=\"",
        "<!-- --><![CDATA[<svg/onload=alert(1)>]]>", "<details open ontoggle=alert(1)>",
        "<a href=http://evil.test>here</a>",
    ]

    @Test func `markup in titles reaches the room as text, and pings nobody`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let room = try await scene.alice.createRoom(invite: [scene.bot])
        try await scene.alice.wait(for: ": headlines", in: room)
        scene.feed.add(["Nothing yet"])
        try await scene.follow(in: room)
        for (index, title) in Self.titles.enumerated() {
            let escaped = title.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            scene.feed.add(["Marker\(index + 10) \(escaped)"])
            try await scene.alice.wait(for: "Marker\(index + 10)", in: room)
        }
        for command in ["!headlines 20", "!digest today", "crier: read 1", "crier: feeds"] {
            let question = try await scene.alice.say(command, in: room)
            try await scene.alice.wait("an answer to \(command)") { $0.repliesTo == question }
        }
        let history = try await scene.alice.history(of: room, by: scene.bot)
        #expect(history.count > Self.titles.count)
        for message in history {
            #expect(message.mentionsAreEmpty, "\(message.body)")
            for tag in Self.tags(in: message.html) {
                #expect(Self.isHarmless(tag, feed: scene.web.url("")), "\(tag) in \(message.html)")
            }
            #expect(Self.isClosed(message.html), "\(message.html)")
        }
    }

    /// What a browser would take for tags, without `<` and `>`.
    private static func tags(in html: String) -> [Substring] {
        html.split(separator: "<", omittingEmptySubsequences: false).dropFirst().map { $0.prefix { $0 != ">" } }
    }

    /// A tag of the specification's list, with no attribute but a link to the feed's own server.
    private static func isHarmless(_ tag: Substring, feed: String) -> Bool {
        let allowed = [
            "a", "b", "strong", "em", "i", "u", "code", "pre", "br", "p", "ul", "ol", "li", "blockquote", "h3", "h4",
            "h5",
        ]
        let parts = tag.drop { $0 == "/" }.split(separator: " ", maxSplits: 1)
        guard let name = parts.first, allowed.contains(String(name)) else { return false }
        guard parts.count > 1, !["/"].contains(parts[1]) else { return true }
        return (name == "a" && parts[1].hasPrefix("href=\"\(feed)")) || (name == "ol" && parts[1].hasPrefix("start=\""))
    }

    /// Whether every tag is closed in order.
    private static func isClosed(_ html: String) -> Bool {
        var open: [Substring] = []
        for tag in tags(in: html) {
            if tag.hasPrefix("/") {
                guard open.popLast() == tag.dropFirst() else { return false }
            } else if !tag.hasPrefix("br") {
                open.append(tag.prefix { $0 != " " })
            }
        }
        return open.isEmpty
    }
}
