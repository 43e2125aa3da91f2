import Foundation
import TestSupport
import Testing

/// People with a real Matrix client, from the first word to the morning's headlines.
@Suite(.timed, .enabled(if: NioPerson.isInstalled, "Synapse or matrix-nio is not installed: skipped"))
struct MatrixNioLiveTests {
    private static let titles = [
        "Ferry service to Norwick Island resumes on Monday", "Mayor plants first trees along the canal on Tuesday",
        "Museum returns bronze lion to Benin City on Wednesday", "Parliament votes about public workers on Thursday",
        "Lighthouse near Valmora opens to visitors on Friday", "Rotterdam opens longest bicycle bridge on Saturday",
        "Climber Yuna Park starts in Innsbruck on Sunday", "Telescope looks for distant planets from Monday on",
        "Robot dives to octopus nursery of Peru on Tuesday", "Coffee traders meet again in Trieste on Wednesday",
    ]

    /// Nora's room, with Nils and the bot in it.
    private struct Place {
        let scene: MatrixScene
        let nora: NioPerson
        let nils: NioPerson
        let room: String

        init(_ scene: MatrixScene, more: [String: Any] = [:]) async throws {
            self.scene = scene
            nora = try await NioPerson(scene.home, "nora")
            nils = try await NioPerson(scene.home, "nils")
            room = try await nora.createRoom(invite: [scene.bot, nils.userID], more: more)
            try await nils.join(room)
            try await nora.wait(for: ": headlines", in: room)
        }

        func follow() async throws {
            let question = try await nora.say("!sub \(scene.feed.url)", in: room)
            let answer = try await nora.wait("that it is added") {
                $0.repliesTo == question && $0.body.contains("Added")
            }
            try await scene.crier.firstFetch(after: answer.body)
        }

        /// What the bot answers to a line.
        func answer(to line: String, of person: NioPerson, content: [String: Any] = [:]) async throws -> String {
            let question = try await person.say(line, in: room, content: content)
            return try await person.wait("an answer to \(line)") { $0.repliesTo == question }.body
        }

        func end() {
            nora.stop()
            nils.stop()
            scene.end()
        }
    }

    @Test(ClockAhead.isNeeded)
    func `a digest, an alert, a quiz by reactions and the headlines by the clock`() async throws {
        let time = try MovedClock()
        let place = try await Place(MatrixScene(clock: time))
        defer { place.end() }
        let (nora, nils, room) = (place.nora, place.nils, place.room)
        place.scene.feed.add(Self.titles)
        try await place.follow()
        #expect(try await place.answer(to: "!digest week", of: nils).contains("Growing (10 stories)"))
        #expect(try await place.answer(to: "!alert add volcano", of: nora).contains("Alert 1"))
        place.scene.feed.add(["A volcano wakes on a southern island"])
        let alert = try await nils.wait(for: "A volcano wakes on a southern island", in: room)
        #expect(alert.messageType == "m.notice" && alert.mentionsAreEmpty)

        let clock = time.minuteToCome
        #expect(try await place.answer(to: "!headlines at \(clock)", of: nora).contains(clock))

        try await nora.say("!quiz", in: room)
        let first = try await nora.wait(for: "1/5", in: room)
        for (person, letter) in [(nora, "🇦"), (nils, "b")] {
            try await person.react(letter, to: first.id, in: room)
        }
        try await nora.say("!quiz skip", in: room)
        let second = try await nils.wait(for: "2/5", in: room)
        try await nora.react("c", to: second.id, in: room)
        try await nils.react("🇩", to: second.id, in: room)
        try await nora.say("!quiz skip", in: room)
        try await nora.wait(for: "3/5", in: room)
        try await nora.say("!quiz stop", in: room)
        try await nils.wait("the end of the quiz") {
            $0.room == room && ($0.body.contains("Final scores") || $0.body.contains("The quiz is over"))
        }
        // The bot looks at its clock whenever it has checked a feed.
        time.passMinuteToCome()
        try await nora.wait("the headlines of \(clock)") {
            $0.sender == place.scene.bot && $0.repliesTo == nil && $0.body.contains("moving the world")
        }
        let told = nora.events.filter {
            $0.sender == place.scene.bot && $0.repliesTo == nil && $0.body.contains("moving the world")
        }
        #expect(told.count == 1)
    }

    @Test func `a stranger's invitation is declined, a listed person's and server's is not`() async throws {
        let scene = try await MatrixScene(invites: { "[\"\($0.userID("nora"))\", \"friends.test\"]" })
        let nora = try await NioPerson(scene.home, "nora")
        let stranger = try await NioPerson(scene.home, "stranger")
        defer {
            nora.stop()
            stranger.stop()
            scene.end()
        }
        let refused = try await stranger.createRoom(invite: [scene.bot])
        try await stranger.wait("the bot's no") {
            $0.room == refused && $0.type == "m.room.member" && $0.sender == scene.bot
        }
        let room = try await nora.createRoom(invite: [scene.bot])
        try await nora.wait(for: ": headlines", in: room)
        #expect(!stranger.events.contains { $0.sender == scene.bot && $0.type == "m.room.message" })
    }

    @Test func `a member changes nothing of the room's, and a moderator does`() async throws {
        let place = try await Place(MatrixScene())
        defer { place.end() }
        place.scene.feed.add(["Something happens"])
        for line in ["!sub \(place.scene.feed.url) to here", "!alert add storm to here", "!headlines at 07:30 to here"]
        {
            #expect(try await place.answer(to: line, of: place.nils).contains("moderators"), "\(line)")
        }
        #expect(try await place.answer(to: "crier: feeds", of: place.nora).contains("Nothing is followed here yet"))
        // Nora stands above everybody as the room's creator.
        let powers = ["users": [place.nils.userID: 50, place.scene.bot: 0], "users_default": 0] as [String: Any]
        try await place.nora.setState("m.room.power_levels", in: place.room, powers)
        try await place.nils.wait("the new powers") {
            $0.type == "m.room.power_levels" && $0.sender == place.nora.userID
        }
        #expect(try await place.answer(to: "!alert add storm to here", of: place.nils).contains("Alert 1"))
        // Demoted, he is an ordinary member again.
        let again = ["users": [place.nils.userID: 49], "users_default": 0] as [String: Any]
        try await place.nora.setState("m.room.power_levels", in: place.room, again)
        #expect(try await place.answer(to: "!alert add rain to here", of: place.nils).contains("moderators"))
    }

    @Test(arguments: [true, false])
    func `an upgraded room is followed, by invitation where it is closed`(isPublic: Bool) async throws {
        let place = try await Place(
            MatrixScene(),
            more: ["preset": isPublic ? "public_chat" : "private_chat", "room_version": "11"]
        )
        defer { place.end() }
        place.scene.feed.add(["Before the upgrade"])
        try await place.follow()
        let predecessor = ["room_id": place.room, "event_id": "$last"]
        let successor = try await place.nora.createRoom(
            more: ["preset": isPublic ? "public_chat" : "private_chat", "predecessor": predecessor]
        )
        try await place.nora.setState(
            "m.room.tombstone",
            in: place.room,
            ["body": "Replaced", "replacement_room": successor]
        )
        if !isPublic {
            // The bot has tried and may not come in: the invitation is what it waits for.
            #expect(try await place.answer(to: "crier: feeds", of: place.nora).contains("Growing"))
            try await place.nora.call("room_invite", ["room_id": successor, "user_id": place.scene.bot])
        }
        try await place.nora.wait("the bot in the new room") {
            $0.room == successor && $0.sender == place.scene.bot && $0.type == "m.room.member"
        }
        place.scene.feed.add(["After the upgrade came this"])
        try await place.nora.wait(for: "After the upgrade came this", in: successor)
        #expect(!place.nora.events.contains { $0.room == place.room && $0.body.contains("After the upgrade") })
    }

    @Test func `a room that claims to continue another's is not followed`() async throws {
        let place = try await Place(MatrixScene())
        defer { place.end() }
        place.scene.feed.add(["Before the theft"])
        try await place.follow()
        // Nora's own room points to one that knows nothing of it.
        let other = try await place.nils.createRoom(more: ["preset": "public_chat"])
        try await place.nora.setState("m.room.tombstone", in: place.room, ["replacement_room": other])
        try await waitUntil("it is not followed") { place.scene.crier.log.contains("Matrix upgrade not followed") }
        place.scene.feed.add(["After the theft"])
        try await place.nora.wait(for: "After the theft", in: place.room)
        #expect(!place.nils.events.contains { $0.room == other && $0.body.contains("theft") })
    }

    @Test func `a spoofed reply means nothing and quotes nothing into a command`() async throws {
        let place = try await Place(MatrixScene())
        defer { place.end() }
        place.scene.feed.add(["Quiet beginning"])
        try await place.follow()
        place.scene.feed.add(["Something for this room alone"])
        let post = try await place.nora.wait(for: "Something for this room alone", in: place.room)
        func reply(to event: String) -> [String: Any] { ["m.relates_to": ["m.in_reply_to": ["event_id": event]]] }
        #expect(
            try await place.answer(to: "crier: why", of: place.nora, content: reply(to: post.id)).contains("Growing")
        )

        // From another room, where the stranger has the power, the same event says nothing.
        let stranger = try await NioPerson(place.scene.home, "stranger")
        defer { stranger.stop() }
        let lair = try await stranger.createRoom(invite: [place.scene.bot])
        try await stranger.wait(for: ": headlines", in: lair)
        for line in ["crier: why", "crier: read", "crier: save"] {
            let spoof = try await stranger.say(line, in: lair, content: reply(to: post.id))
            let answer = try await stranger.wait("an answer to \(line)") { $0.repliesTo == spoof }
            #expect(!answer.body.contains("this room alone") && !answer.body.contains("Growing"), "\(answer.body)")
        }
        // A fallback that quotes somebody's command, with none below it, is no command; the line below it is.
        let quotation = "> <\(place.nora.userID)> !unsub Growing\n> crier: forget me\n\nreally?"
        try await place.nils.say(quotation, in: place.room, content: reply(to: post.id))
        let below = "> <\(place.nora.userID)> !unsub Growing\n\n!feeds"
        #expect(
            try await place.answer(to: below, of: place.nils, content: reply(to: "$nobody:elsewhere.test")).contains(
                "Growing"
            )
        )
        let foreign: [String: Any] = [
            "format": "org.matrix.custom.html",
            "formatted_body": "<mx-reply><blockquote>!unsub Growing</blockquote></mx-reply>!unsub Growing",
        ]
        #expect(try await place.answer(to: "!feeds", of: place.nora, content: foreign).contains("Growing"))
    }
}
