import Foundation
import TestSupport
import Testing

/// A community's day on a real homeserver.
@Suite(.timed, .enabled(if: SynapseServer.isInstalled, "Synapse is not installed: skipped"))
struct MatrixJourneyLiveTests {
    @Test func `an invited bot says what works, follows a feed and tells news once, also after a restart`() async throws
    {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let room = try await scene.alice.createRoom(invite: [scene.bot])
        let welcome = try await scene.alice.wait(for: ": headlines", in: room)
        #expect(welcome.messageType == "m.notice" && welcome.mentionsAreEmpty)
        scene.feed.add(["The very first <b>story</b> & its feed"])
        let answer = try await scene.follow(in: room)
        #expect(answer.sender == scene.bot)
        scene.feed.add(["A second story appears today"])
        let push = try await scene.alice.wait(for: "A second story appears today", in: room)
        #expect(push.html.contains("<a href=\"http://127.0.0.1"))
        #expect(push.mentionsAreEmpty)
        try await scene.crier.terminate()
        scene.feed.add(["A third story while the bot slept"])
        let missed = try await scene.alice.say("!feeds", in: room)
        try scene.crier.start()
        try await scene.alice.wait(for: "A third story while the bot slept", in: room)
        let late = try await scene.alice.wait("an answer to what was missed") { $0.repliesTo == missed }
        #expect(late.body.contains("Growing"))
        let history = try await scene.alice.history(of: room, by: scene.bot)
        for title in ["A second story", "A third story"] {
            #expect(history.filter { $0.body.contains(title) && $0.repliesTo == nil }.count == 1, "\(title)")
        }
        #expect(!scene.crier.log.contains("crier-password"))
    }

    @Test func `a direct room needs no prefix, and what is private goes there`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let direct = try await scene.alice.createRoom(invite: [scene.bot], isDirect: true)
        try await scene.alice.wait(for: "no prefix", in: direct)
        scene.feed.add(["Quiet beginning of the week"])
        try await scene.follow(in: direct, by: "sub")
        scene.feed.add(["Grave news for Alice alone"])
        try await scene.alice.wait(for: "Grave news for Alice alone", in: direct)
        // With a third person in it the room is private no more: the news goes to a new one.
        let bob = try await MatrixPerson(scene.home, "bob")
        _ = try await scene.alice.post("invite", in: direct, ["user_id": bob.userID])
        scene.feed.add(["Graver news for Alice alone"])
        try await waitUntil("an invitation to another room") { try await !scene.alice.invited().isEmpty }
        let other = try #require(try await scene.alice.invited().first)
        try await scene.alice.join(other)
        let news = try await scene.alice.wait(for: "Graver news for Alice alone")
        #expect(news.room == other)
    }

    @Test func `only people with the power to do so change a room, and answers stay in their thread`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let bob = try await MatrixPerson(scene.home, "bob")
        let room = try await scene.alice.createRoom(invite: [scene.bot, bob.userID])
        try await bob.join(room)
        try await scene.alice.wait(for: ": headlines", in: room)
        scene.feed.add(["Something"])
        let root = try await bob.say("What about the harbour?", in: room)
        let question = try await bob.say(
            "!sub \(scene.feed.url)",
            in: room,
            content: ["m.relates_to": ["rel_type": "m.thread", "event_id": root]]
        )
        let refusal = try await bob.wait("a refusal in the thread") {
            $0.thread == root && $0.sender == scene.bot
        }
        #expect(refusal.repliesTo == question)
        #expect(!refusal.body.contains("Added"))
        try await scene.alice.say("crier: feeds", in: room)
        let feeds = try await scene.alice.wait("the feeds") { $0.sender == scene.bot && $0.repliesTo != nil }
        #expect(!feeds.body.contains("Growing"))
    }

    @Test func `in an encrypted room the bot says that it cannot read there, and nothing else`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let room = try await scene.alice.createRoom(invite: [scene.bot], isDirect: true, isEncrypted: true)
        let notice = try await scene.alice.wait(for: "encrypted", in: room)
        try await scene.alice.say("help", in: room)
        try await scene.alice.react("👍🏽", to: notice.id, in: room)
        try await waitUntil("an invitation") { try await !scene.alice.invited().isEmpty }
        let open = try #require(try await scene.alice.invited().first)
        try await scene.alice.join(open)
        try await scene.alice.wait(for: "no prefix", in: open)
        try await scene.alice.say("about", in: open)
        try await scene.alice.wait(for: "0.1.0", in: open)
        #expect(try await scene.alice.history(of: room, by: scene.bot).count == 1)
    }

    @Test func `invitations of strangers are declined where the operator says so`() async throws {
        let scene = try await MatrixScene(invites: { "[\"\($0.userID("alice"))\"]" })
        defer { scene.end() }
        let mallory = try await MatrixPerson(scene.home, "mallory")
        let bad = try await mallory.createRoom(invite: [scene.bot])
        try await mallory.wait("the bot's no") { $0.type == "m.room.member" && $0.sender == scene.bot }
        let good = try await scene.alice.createRoom(invite: [scene.bot])
        try await scene.alice.wait(for: ": headlines", in: good)
        #expect(try await mallory.history(of: bad, by: scene.bot).isEmpty)
    }

    @Test func `who is thrown out pauses and says so once, and goes on when invited again`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let room = try await scene.alice.createRoom(invite: [scene.bot])
        try await scene.alice.wait(for: ": headlines", in: room)
        scene.feed.add(["In the beginning"])
        try await scene.follow(in: room)
        _ = try await scene.alice.post("kick", in: room, ["user_id": scene.bot, "reason": "too much news"])
        try await waitUntil("an invitation") { try await !scene.alice.invited().isEmpty }
        let direct = try #require(try await scene.alice.invited().first)
        try await scene.alice.join(direct)
        try await scene.alice.wait(for: "too much news", in: direct)
        scene.feed.add(["While it was outside"])
        _ = try await scene.alice.post("invite", in: room, ["user_id": scene.bot])
        try await scene.alice.wait(for: "While it was outside", in: room)
        #expect(try await scene.alice.history(of: direct, by: scene.bot).count == 1)
    }

    @Test func `a homeserver that restarts and a lost login are survived`() async throws {
        let synapse = try SynapseServer()
        let scene = try await MatrixScene(on: synapse)
        defer { scene.end() }
        let room = try await scene.alice.createRoom(invite: [scene.bot])
        try await scene.alice.wait(for: ": headlines", in: room)
        scene.feed.add(["Before the trouble"])
        try await scene.follow(in: room)
        let session = try String(contentsOfFile: scene.crier.folder.path("crier.sqlite3.home.session"), encoding: .utf8)
        synapse.stop()
        scene.feed.add(["While the server slept"])
        try await waitUntil("a fetch meanwhile") { scene.crier.log.contains("Matrix disconnected") }
        try synapse.start()
        try await scene.alice.wait(for: "While the server slept", in: room)
        let again = try await MatrixPerson(scene.home, "crier", isNew: false)
        try await again.logOutEverywhere()
        scene.feed.add(["After the login was lost"])
        try await scene.alice.wait(for: "After the login was lost", in: room)
        let attributes = try FileManager.default.attributesOfItem(
            atPath: scene.crier.folder.path("crier.sqlite3.home.session")
        )
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let renewed = try String(contentsOfFile: scene.crier.folder.path("crier.sqlite3.home.session"), encoding: .utf8)
        #expect(renewed != session)
        func device(_ text: String) -> Substring? { text.split(separator: "\"").first { $0.hasPrefix("CRIER") } }
        #expect(device(renewed) == device(session))
        let history = try await scene.alice.history(of: room, by: scene.bot)
        for title in ["While the server slept", "After the login was lost"] {
            #expect(history.filter { $0.body.contains(title) }.count == 1)
        }
    }

    @Test func `a server that allows few messages gets no more, and all arrives once`() async throws {
        let synapse = try SynapseServer(messageRate: (perSecond: 0.2, burst: 2))
        let scene = try await MatrixScene(on: synapse)
        defer { scene.end() }
        let room = try await scene.alice.createRoom(invite: [scene.bot])
        try await scene.alice.wait(for: ": headlines", in: room)
        scene.feed.add(["Alarm 0 rings"])
        try await scene.follow(in: room)
        scene.feed.add(["Alarm 1 rings"])
        try await scene.alice.wait(for: "Alarm 1 rings", in: room)
        // Nothing can leave, however fast or slow the machine is; what comes meanwhile becomes one list.
        synapse.freeze()
        for number in 2...6 {
            scene.feed.add(["Alarm \(number) rings"])
            let count = scene.web.requests(to: "/feed.xml").count
            try await waitUntil("the next fetch") { scene.web.requests(to: "/feed.xml").count > count }
        }
        synapse.thaw()
        try await scene.alice.wait(for: "Alarm 6 rings", in: room)
        let history = try await scene.alice.history(of: room, by: scene.bot)
        for number in 1...6 {
            let title = "Alarm \(number) rings"
            #expect(history.filter { $0.body.contains(title) }.count == 1, "\(title)")
        }
        #expect(history.count < 8, "\(history.count) messages: nothing was folded")
    }

    @Test func `a reaction or a reply makes the posted item the one meant`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let room = try await scene.alice.createRoom(invite: [scene.bot])
        try await scene.alice.wait(for: ": headlines", in: room)
        scene.feed.add(["Nothing to see yet"])
        try await scene.follow(in: room)
        scene.feed.add(["The harbour gets a lighthouse"])
        let post = try await scene.alice.wait(for: "The harbour gets a lighthouse", in: room)
        scene.feed.add(["Something newer came after it"])
        try await scene.alice.wait(for: "Something newer", in: room)
        try await scene.alice.react("🔖", to: post.id, in: room)
        let saved = try await scene.alice.wait("that it is saved") {
            $0.sender == scene.bot && $0.body.contains("lighthouse") && $0.id != post.id
        }
        #expect(saved.body.lowercased().contains("saved"))
        let reply = ["m.relates_to": ["m.in_reply_to": ["event_id": post.id]]]
        let question = try await scene.alice.say("crier: why", in: room, content: reply)
        try await scene.alice.wait("the reasons") {
            $0.repliesTo == question && $0.body.contains("Growing")
        }
        // Reactions to other people's words are none of ours.
        let other = try await scene.alice.say("What a day", in: room)
        try await scene.alice.react("❓", to: other, in: room)
        try await scene.alice.say("!feeds", in: room)
        try await scene.alice.wait("the feeds") { $0.sender == scene.bot && $0.body.contains("Growing") }
        #expect(try await !scene.alice.history(of: room, by: scene.bot).contains { $0.repliesTo == other })
    }

    @Test func `an answer is reacted to and replied to, and a mistyped command is corrected`() async throws {
        let scene = try await MatrixScene(limits: "commands_burst = 30")
        defer { scene.end() }
        let direct = try await scene.alice.createRoom(invite: [scene.bot], isDirect: true)
        try await scene.alice.wait(for: "no prefix", in: direct)
        scene.feed.add(["The harbour gets a lighthouse", "The bridge is painted"])
        try await scene.follow(in: direct, by: "sub")
        // Every title of a list is a link, and no hint has a prefix.
        try await scene.alice.say("digest week", in: direct)
        try await scene.alice.wait(for: "The bridge is painted", in: direct)
        try await scene.alice.say("headlines", in: direct)
        let list = try await scene.alice.wait("the list") {
            $0.sender == scene.bot && $0.body.contains("1. ") && $0.body.contains("2. ") && $0.body.contains("read 1")
                && $0.html.contains("<strong><a href=")
        }
        #expect(list.html.components(separatedBy: "<strong><a href=").count == 3 && !list.body.contains("!read"))
        // Of a list of several the number is asked for.
        try await scene.alice.react("🔖", to: list.id, in: direct)
        try await scene.alice.wait(for: "That list has 2 stories", in: direct)
        try await scene.alice.say("read 2", in: direct)
        let read = try await scene.alice.wait("the article") {
            $0.sender == scene.bot && $0.body.contains("save #") && $0.room == direct
        }
        let title = read.body.contains("lighthouse") ? "lighthouse" : "bridge"
        try await scene.alice.react("❓", to: read.id, in: direct)
        try await scene.alice.wait("why it is listed") {
            $0.sender == scene.bot && $0.repliesTo == read.id && $0.body.contains("Growing")
        }
        let reply = ["m.relates_to": ["m.in_reply_to": ["event_id": read.id]]]
        try await scene.alice.say("save nice one #storm", in: direct, content: reply)
        let saved = try await scene.alice.wait(for: "#storm", in: direct)
        #expect(saved.body.contains("Saved") && saved.body.contains(title))
        // A mistyped command, and its correction.
        let mistyped = try await scene.alice.say("svaed", in: direct)
        try await scene.alice.wait(for: "svaed", in: direct)
        let correction: [String: Any] = [
            "m.new_content": ["msgtype": "m.text", "body": "saved"],
            "m.relates_to": ["rel_type": "m.replace", "event_id": mistyped],
        ]
        try await scene.alice.say("* saved", in: direct, content: correction)
        try await scene.alice.wait(for: "nice one", in: direct)
        let answers = try await scene.alice.history(of: direct, by: scene.bot)
        #expect(answers.count { $0.body.contains("nice one") } == 1)
    }

    @Test func `what was asked while the bot was away is answered, however much was said after it`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let room = try await scene.alice.createRoom(invite: [scene.bot])
        try await scene.alice.wait(for: ": headlines", in: room)
        scene.feed.add(["Before the pause"])
        try await scene.follow(in: room)
        try await scene.crier.terminate()
        let question = try await scene.alice.say("!feeds", in: room)
        for number in 0..<170 { try await scene.alice.say("Small talk \(number)", in: room) }
        let other = try await scene.alice.createRoom(invite: [scene.bot], isDirect: true)
        try scene.crier.start()
        try await scene.alice.wait("the answer") {
            $0.repliesTo == question && $0.body.contains("Growing")
        }
        try await scene.alice.wait(for: "no prefix", in: other)
        scene.crier.kill9()
        try scene.crier.start()
        try await scene.alice.say("about", in: other)
        try await scene.alice.wait(for: "0.1.0", in: other)
        #expect(try await scene.alice.history(of: room, by: scene.bot).filter { $0.repliesTo == question }.count == 1)
    }

    @Test func `thrown out of a direct room the bot does not come back by itself`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let direct = try await scene.alice.createRoom(invite: [scene.bot], isDirect: true)
        try await scene.alice.wait(for: "no prefix", in: direct)
        scene.feed.add(["Peace at first"])
        try await scene.follow(in: direct, by: "sub")
        _ = try await scene.alice.post("kick", in: direct, ["user_id": scene.bot])
        try await waitUntil("the end") { scene.crier.log.contains("Matrix room lost") }
        scene.feed.add(["News that nobody wants to hear now"])
        let other = try await scene.alice.createRoom(invite: [scene.bot], isDirect: true)
        try await scene.alice.wait(for: "no prefix", in: other)
        try await scene.alice.say("resume Growing", in: other)
        scene.feed.add(["News after the peace was made"])
        try await scene.alice.wait(for: "News after the peace", in: other)
        #expect(try await scene.alice.invited().isEmpty)
    }

    @Test func `documents come as files`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let direct = try await scene.alice.createRoom(invite: [scene.bot], isDirect: true)
        try await scene.alice.wait(for: "no prefix", in: direct)
        scene.feed.add((0..<40).map { "Story number \($0) of the week" })
        try await scene.follow(in: direct, by: "sub")
        try await scene.alice.say("digest week as html", in: direct)
        let page = try await scene.alice.wait(for: ".html", in: direct)
        #expect(page.messageType == "m.file")
        let html = try await scene.alice.download(page.file)
        #expect(html.hasPrefix("<!DOCTYPE html>") && (0..<40).allSatisfy { html.contains("Story number \($0) of") })
        #expect(html.contains("prefers-color-scheme: dark"))
        // The category in its colour, beside its word, until plain words are wanted.
        try await scene.alice.say("sources sports", in: direct)
        let sources = try await scene.alice.wait(for: "🏅", in: direct)
        #expect(sources.html.contains("<ol><li>🏅 <strong>"))
        try await scene.alice.say("sources", in: direct)
        let coloured = try await scene.alice.wait("the whole catalogue") { $0.html.contains("data-mx-color") }
        #expect(coloured.html.contains("\">Sports</span></h5>") && coloured.body.contains("\nSports\n"))
        try await scene.alice.say("set format plain", in: direct)
        try await scene.alice.wait(for: "plain words", in: direct)
        try await scene.alice.say("sources sports", in: direct)
        let plain = try await scene.alice.wait(for: "1. Sports: ", in: direct)
        #expect(!plain.body.contains("🏅") && !plain.html.contains("data-mx-color"))
        try await scene.alice.say("export opml", in: direct)
        let list = try await scene.alice.wait(for: ".opml", in: direct)
        #expect(try await scene.alice.download(list.file).contains("xmlUrl=\"\(scene.feed.url)\""))
    }

    @Test func `an upgraded room keeps its feeds`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let room = try await scene.alice.createRoom(
            invite: [scene.bot],
            more: ["preset": "public_chat", "room_version": "11"]
        )
        try await scene.alice.wait(for: ": headlines", in: room)
        scene.feed.add(["Before the upgrade"])
        try await scene.follow(in: room)
        let answer = try await scene.alice.post("upgrade", in: room, ["new_version": "12"])
        let successor = try #require(answer["replacement_room"] as? String)
        try await scene.alice.wait("the bot in the new room") {
            $0.room == successor && $0.sender == scene.bot && $0.type == "m.room.member"
        }
        scene.feed.add(["After the upgrade came this"])
        try await scene.alice.wait(for: "After the upgrade came this", in: successor)
    }
}
