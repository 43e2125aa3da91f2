import Testing

@testable import MatrixClient

/// /sync answers as a server sends them, and what they mean.
@Suite struct SyncStateTests {
    private let me = "@crier:hs.test"

    private func batch(_ rooms: String, next: String = "s1") throws -> SyncBatch {
        let json = try #require(JSONValue(text: "{\"next_batch\":\"\(next)\",\"rooms\":\(rooms)}"))
        return try #require(SyncBatch(json, for: me))
    }

    private func join(_ room: String = "!r", state: [String] = [], timeline: [String], limited: Bool = false) -> String
    {
        """
        {"join":{"\(room)":{"state":{"events":[\(state.joined(separator: ","))]},"timeline":{"limited":\(limited),\
        "prev_batch":"p1","events":[\(timeline.joined(separator: ","))]}}}}
        """
    }

    private func message(_ id: String, _ content: String, by sender: String = "@alice:hs.test") -> String {
        """
        {"type":"m.room.message","event_id":"$\(id)","sender":"\(sender)","origin_server_ts":1000,"content":\(content)}
        """
    }

    private func stateEvent(
        _ type: String,
        key: String = "",
        _ content: String,
        by sender: String = "@alice:hs.test"
    ) -> String {
        """
        {"type":"\(type)","state_key":"\(key)","event_id":"$s\(type.count)\(key.count)","sender":"\(sender)",\
        "origin_server_ts":1000,"content":\(content)}
        """
    }

    private func said(_ actions: [SyncAction]) -> [String] {
        actions.compactMap { if case .said(_, _, let content) = $0 { content.body } else { nil } }
    }

    /// A state that is in `!r` already.
    private func inRoom(_ state: [String] = []) throws -> SyncState {
        var sync = SyncState(ownUser: me)
        _ = sync.apply(try batch(join(state: state, timeline: [])), isFirst: true)
        return sync
    }

    @Test(arguments: [
        "{\"msgtype\":\"m.text\"}", "{\"msgtype\":\"m.text\",\"body\":7}", "[]", "null", "\"text\"", "{}",
        "{\"msgtype\":\"m.notice\",\"body\":\"hi\"}", "{\"msgtype\":\"m.image\",\"body\":\"x.png\"}",
        "{\"msgtype\":\"m.text\",\"body\":\"* hi\",\"m.relates_to\":{\"rel_type\":\"m.replace\",\"event_id\":\"$1\"}}",
    ])
    func `what is no text of a person costs itself only`(content: String) throws {
        var sync = try inRoom()
        let actions = sync.apply(
            try batch(
                join(timeline: [message("1", content), message("2", "{\"msgtype\":\"m.text\",\"body\":\"good\"}")])
            ),
            isFirst: false
        )
        #expect(said(actions) == ["good"])
    }

    @Test(arguments: [
        ("\"body\":\"a.opml\",\"url\":\"mxc://h/a\"", "a.opml", "mxc://h/a", ""),
        ("\"body\":\"import\",\"filename\":\"a.opml\",\"url\":7", "a.opml", "", "import"),
        ("\"body\":\"b\",\"filename\":\"b\",\"info\":3,\"file\":{\"url\":\"mxc://h/a\"}", "b", "", ""),
    ])
    func `a file has a name, an address and perhaps a caption`(
        json: String,
        name: String,
        url: String,
        body: String
    )
        throws
    {
        let content = try #require(JSONValue(text: "{\"msgtype\":\"m.file\",\(json)}").flatMap(MessageContent.init))
        #expect(content.file == MessageContent.File(name: name, mediaType: "", url: url))
        #expect(content.body == body)
    }

    @Test(arguments: [
        "7", "null", "[]", "{}", "{\"type\":\"m.room.message\"}",
        "{\"type\":7,\"sender\":\"@a:b\",\"event_id\":\"$1\"}",
        "{\"type\":\"m.room.message\",\"sender\":\"alice\",\"event_id\":\"$1\",\"content\":{\"msgtype\":\"m.text\",\"body\":\"x\"}}",
        "{\"type\":\"x.unknown\",\"sender\":\"@a:b\",\"event_id\":\"$1\",\"content\":{}}",
    ])
    func `an event that is none costs itself only`(event: String) throws {
        var sync = try inRoom()
        let actions = sync.apply(
            try batch(join(timeline: [event, message("2", "{\"msgtype\":\"m.text\",\"body\":\"good\"}")])),
            isFirst: false
        )
        #expect(said(actions) == ["good"])
    }

    @Test func `a thousand levels of nesting and half a surrogate pair cost themselves only`() throws {
        let deep = String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)
        var sync = try inRoom()
        let actions = sync.apply(
            try batch(
                join(timeline: [
                    message("1", "{\"msgtype\":\"m.text\",\"body\":\(deep)}"),
                    message("2", "{\"msgtype\":\"m.text\",\"body\":\"half \\ud800 pair\",\"x\":\(deep)}"),
                ])
            ),
            isFirst: false
        )
        #expect(said(actions) == ["half \u{fffd} pair"])
    }

    @Test func `our own words are not heard`() throws {
        var sync = try inRoom()
        let own = message("1", "{\"msgtype\":\"m.text\",\"body\":\"!help\"}", by: me)
        #expect(sync.apply(try batch(join(timeline: [own])), isFirst: false) == [])
    }

    @Test func `the first answer of all tells of the past, which is not answered`() throws {
        var sync = SyncState(ownUser: me)
        let actions = sync.apply(
            try batch(join(timeline: [message("1", "{\"msgtype\":\"m.text\",\"body\":\"!help\"}")], limited: true)),
            isFirst: true
        )
        #expect(actions == [.entered(room: "!r", isNew: false)])
    }

    @Test func `missing events come before what follows them`() throws {
        var sync = try inRoom()
        let actions = sync.apply(
            try batch(join(timeline: [message("1", "{\"msgtype\":\"m.text\",\"body\":\"later\"}")], limited: true)),
            isFirst: false
        )
        #expect(actions.first == .gap(room: "!r", before: "p1"))
        #expect(said(actions) == ["later"])
    }

    @Test func `a room we have just come into has no gap`() throws {
        var sync = SyncState(ownUser: me)
        let actions = sync.apply(
            try batch(
                join(
                    timeline: [stateEvent("m.room.member", key: me, "{\"membership\":\"join\"}", by: me)],
                    limited: true
                )
            ),
            isFirst: false
        )
        #expect(actions == [.entered(room: "!r", isNew: true)])
    }

    private func ownJoin(after previous: String) -> String {
        """
        {"type":"m.room.member","state_key":"\(me)","event_id":"$join","sender":"\(me)","origin_server_ts":2000,\
        "content":{"membership":"join"},"unsigned":{"prev_content":{"membership":"\(previous)"}}}
        """
    }

    @Test func `what was said before we came was said to others`() throws {
        var sync = SyncState(ownUser: me)
        let old = message("1", "{\"msgtype\":\"m.text\",\"body\":\"!help\"}")
        let new = message("2", "{\"msgtype\":\"m.text\",\"body\":\"!about\"}")
        let actions = sync.apply(
            try batch(join(timeline: [old, ownJoin(after: "invite"), new], limited: true)),
            isFirst: false
        )
        #expect(actions.first == .entered(room: "!r", isNew: true))
        #expect(said(actions) == ["!about"])
    }

    @Test func `what a gap has from before we came was said to others`() throws {
        var sync = SyncState(ownUser: me)
        let actions = sync.apply(
            try batch(join(state: [ownJoin(after: "invite")], timeline: [], limited: true)),
            isFirst: false
        )
        #expect(actions.last == .gap(room: "!r", before: "p1"))
        let texts = ["1": 1_000, "2": 3_000].map { id, time in
            message(id, "{\"msgtype\":\"m.text\",\"body\":\"at \(time)\"}").replacing("1000", with: "\(time)")
        }
        let events = texts.compactMap { JSONValue(text: $0).flatMap { RoomEvent($0) } }
        #expect(said(sync.said(events, in: "!r")) == ["at 3000"])
    }

    @Test func `another display name is no coming`() throws {
        var sync = SyncState(ownUser: me)
        let text = message("1", "{\"msgtype\":\"m.text\",\"body\":\"!help\"}")
        let actions = sync.apply(
            try batch(join(timeline: [text, ownJoin(after: "join")], limited: true)),
            isFirst: false
        )
        #expect(actions.prefix(2) == [.entered(room: "!r", isNew: false), .gap(room: "!r", before: "p1")])
        #expect(said(actions) == ["!help"])
    }

    @Test func `an edit of a text is its new text, and says what it replaces`() throws {
        var sync = try inRoom()
        let relation = "\"m.relates_to\":{\"rel_type\":\"m.replace\",\"event_id\":\"$1\"}"
        func edit(_ type: String, _ body: String) -> String {
            """
            {"msgtype":"m.text","body":"* \(body)","m.new_content":{"msgtype":"\(type)","body":"\(body)"},\(relation)}
            """
        }
        let actions = sync.apply(
            try batch(join(timeline: [message("2", edit("m.text", "new")), message("3", edit("m.notice", "no"))])),
            isFirst: false
        )
        #expect(said(actions) == ["new"])
        guard case .said(_, _, let content)? = actions.first else { return }
        #expect(content.replaces == "$1" && content.repliesTo == nil)
    }

    @Test func `a room that was replaced in a gap is told`() throws {
        var sync = try inRoom()
        let tombstone = stateEvent("m.room.tombstone", "{\"replacement_room\":\"!new\"}")
        let actions = sync.apply(try batch(join(state: [tombstone], timeline: [], limited: true)), isFirst: false)
        #expect(actions.last == .upgraded(room: "!r", to: "!new", by: "@alice:hs.test"))
    }

    @Test func `a reply loses its quotation and keeps its thread`() throws {
        var sync = try inRoom()
        let content = """
            {"msgtype":"m.text","body":"> <@bob:hs.test> old\\n> words\\n\\n!why","m.relates_to":{"rel_type":"m.thread",\
            "event_id":"$root","m.in_reply_to":{"event_id":"$7"}}}
            """
        let actions = sync.apply(try batch(join(timeline: [message("1", content)])), isFirst: false)
        guard case .said(_, _, let said) = actions.first else {
            Issue.record("nothing said")
            return
        }
        #expect(said.body == "!why" && said.thread == "$root" && said.repliesTo == "$7")
    }

    @Test func `encryption is told once and cannot be taken back`() throws {
        var sync = try inRoom()
        let on = stateEvent("m.room.encryption", "{\"algorithm\":\"m.megolm.v1.aes-sha2\"}")
        #expect(sync.apply(try batch(join(timeline: [on])), isFirst: false) == [.encrypted(room: "!r")])
        #expect(sync.apply(try batch(join(timeline: [stateEvent("m.room.encryption", "{}")])), isFirst: false) == [])
        #expect(sync.rooms["!r"]?.isEncrypted == true)
    }

    @Test func `being thrown out is told with who did it, leaving is not`() throws {
        let kick = """
            {"leave":{"!r":{"timeline":{"events":[\(stateEvent("m.room.member", key: me, "{\"membership\":\"ban\",\"reason\":\"noise\"}"))]}}}}
            """
        var sync = try inRoom()
        let removal = SyncAction.Removal(by: "@alice:hs.test", isBan: true, reason: "noise")
        #expect(sync.apply(try batch(kick), isFirst: false) == [.left(room: "!r", removal: removal)])
        sync = try inRoom()
        let own = kick.replacing("@alice:hs.test", with: me)
        #expect(sync.apply(try batch(own), isFirst: false) == [.left(room: "!r", removal: nil)])
    }

    @Test func `an invitation names who invites, and whether it is for the two of us`() throws {
        let invite = """
            {"invite":{"!d":{"invite_state":{"events":[7,{"type":"m.room.member","state_key":"\(me)",\
            "sender":"@alice:hs.test","content":{"membership":"invite","is_direct":true}}]}},"bad":{}}}
            """
        var sync = SyncState(ownUser: me)
        let expected = RoomInvitation(room: "!d", sender: "@alice:hs.test", isDirect: true)
        #expect(sync.apply(try batch(invite), isFirst: false) == [.invited(expected)])
    }

    @Test(arguments: [
        // The inviter's server may add what it likes, before or behind the real one.
        ("@admin:ours", "@crier:hs.test", nil), ("@mallory:hs.test", "@crier:hs.test", "@mallory:hs.test"),
        ("@admin:ours", "@bob:hs.test", "@mallory:hs.test"),
    ])
    func `an invitation that says two things of its sender says nothing`(by: String, of: String, sender: String?) throws
    {
        func member(_ user: String, by sender: String) -> String {
            """
            {"type":"m.room.member","state_key":"\(user)","sender":"\(sender)","content":{"membership":"invite"}}
            """
        }
        let real = member(me, by: "@mallory:hs.test")
        for events in [[real, member(of, by: by)], [member(of, by: by), real]] {
            let json = "{\"invite\":{\"!d\":{\"invite_state\":{\"events\":[\(events.joined(separator: ","))]}}}}"
            #expect(try batch(json).invited.map(\.sender) == [sender])
        }
    }

    @Test(arguments: [
        ("{}", false), ("7", false), ("[]", false), ("{\"users\":7}", false), ("{\"users\":{\"@a:b\":\"50\"}}", true),
        ("{\"users\":{\"@a:b\":49.9}}", false), ("{\"users\":{\"@a:b\":1e300}}", false),
        ("{\"users\":{\"@a:b\":{}},\"users_default\":\"100\"}", true), ("{\"users_default\":50}", true),
        ("{\"users\":{\"@a:b\":50},\"state_default\":\"100\"}", false),
        ("{\"users\":{\"@a:b\":-1},\"state_default\":-5}", false), ("{\"state_default\":0}", false),
        ("{\"users\":{\"@a:b\":1},\"state_default\":0}", true),
        ("{\"users\":{\"@a:b\":50},\"state_default\":[]}", true),
    ])
    func `odd power levels give nobody more than they say`(levels: String, isAllowed: Bool) throws {
        for version in ["1", "11"] {
            let create = stateEvent("m.room.create", "{\"room_version\":\"\(version)\"}", by: "@founder:b")
            let room = try #require(try inRoom([create, stateEvent("m.room.power_levels", levels)]).rooms["!r"])
            #expect(room.mayChangeSettings("@a:b") == isAllowed)
        }
    }

    @Test(arguments: [
        ("{\"room_version\":\"12\"}", true, false),
        ("{\"room_version\":\"12\",\"additional_creators\":[\"@a:b\",7]}", true, true),
        ("{\"room_version\":\"11\",\"additional_creators\":[\"@a:b\"]}", false, false),
        ("{\"room_version\":12}", false, false), ("{}", false, false), ("{\"room_version\":\"13\"}", true, false),
    ])
    func `creators stand above all levels from version 12 on`(create: String, founder: Bool, other: Bool) throws {
        let levels = stateEvent("m.room.power_levels", "{\"users\":{\"@c:b\":100},\"state_default\":100}")
        let state = [stateEvent("m.room.create", create, by: "@founder:b"), levels]
        let room = try #require(try inRoom(state).rooms["!r"])
        #expect(room.mayChangeSettings("@founder:b") == founder && room.mayChangeSettings("@a:b") == other)
        #expect(room.mayChangeSettings("@c:b"))
    }

    @Test(arguments: [
        ("{\"alias\":\"#town:hs.test\"}", "@alice:hs.test", "#town:hs.test"),
        ("{\"alias\":\"#town:hs.test\"}", "@mallory:other.test", nil), ("{\"alias\":7}", "@alice:hs.test", nil),
        ("{\"alias\":\"#town\"}", "@alice:hs.test", nil), ("{}", "@alice:hs.test", nil),
        ("{\"alias\":\"#town:hs.test:8448\"}", "@alice:hs.test:8448", "#town:hs.test:8448"),
    ])
    func `a room has the alias that the sender's own server vouches for`(
        json: String,
        sender: String,
        alias: String?
    )
        throws
    {
        let state = [stateEvent("m.room.canonical_alias", json, by: sender)]
        #expect(try inRoom(state).rooms["!r"]?.alias == alias)
    }

    @Test func `a replaced room is told at its tombstone, and again after a restart`() throws {
        let tombstone = stateEvent("m.room.tombstone", "{\"replacement_room\":\"!new\"}")
        var sync = try inRoom()
        #expect(
            sync.apply(try batch(join(timeline: [tombstone])), isFirst: false)
                == [.upgraded(room: "!r", to: "!new", by: "@alice:hs.test")]
        )
        #expect(sync.apply(try batch(join(timeline: [])), isFirst: false) == [])
        var again = SyncState(ownUser: me)
        let actions = again.apply(try batch(join(state: [tombstone], timeline: [])), isFirst: false)
        #expect(actions.last == .upgraded(room: "!r", to: "!new", by: "@alice:hs.test"))
    }

    @Test func `who decides about a room`() throws {
        let levels = stateEvent(
            "m.room.power_levels",
            "{\"users\":{\"@mod:hs.test\":50,\"@old:hs.test\":\"60\",\"@low:hs.test\":49},\"users_default\":0}"
        )
        let create = stateEvent("m.room.create", "{\"room_version\":\"11\"}", by: "@founder:hs.test")
        let room = try #require(try inRoom([create, levels]).rooms["!r"])
        #expect(room.mayChangeSettings("@mod:hs.test") && room.mayChangeSettings("@old:hs.test"))
        #expect(!room.mayChangeSettings("@low:hs.test") && !room.mayChangeSettings("@founder:hs.test"))
        let newer = stateEvent(
            "m.room.create",
            "{\"room_version\":\"12\",\"additional_creators\":[\"@second:hs.test\"]}",
            by: "@founder:hs.test"
        )
        let twelve = try #require(try inRoom([newer, levels]).rooms["!r"])
        #expect(twelve.mayChangeSettings("@founder:hs.test") && twelve.mayChangeSettings("@second:hs.test"))
        let strict = stateEvent("m.room.power_levels", "{\"users\":{\"@mod:hs.test\":50},\"state_default\":100}")
        #expect(try inRoom([create, strict]).rooms["!r"]?.mayChangeSettings("@mod:hs.test") == false)
    }
}

@Suite struct SyncProgressTests {
    @Test func `a token counts when everything before it is done`() {
        var progress = SyncProgress()
        progress.began("s1", events: ["a", "b"])
        progress.began("s2", events: [])
        progress.began("s3", events: ["c"])
        #expect(progress.takeToken() == nil)
        progress.finished("a")
        #expect(progress.takeToken() == nil)
        progress.finished("b")
        #expect(progress.takeToken() == "s2")
        #expect(progress.takeToken() == nil)
        progress.finished("c")
        #expect(progress.takeToken() == "s3")
    }
}
