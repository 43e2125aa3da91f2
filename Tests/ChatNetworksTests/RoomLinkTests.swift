import Foundation
import NewsModel
import Testing

@testable import ChatNetworks

@Suite struct RoomLinkTests {
    @Test(arguments: [
        ("#town:hs.test", "#town:hs.test", ["hs.test"]), ("!abc:hs.test", "!abc:hs.test", ["hs.test"]),
        ("!abc", "!abc", []),
        ("https://matrix.to/#/#town:hs.test", "#town:hs.test", ["hs.test"]),
        (
            "https://matrix.to/#/%23town%3Ahs.test?via=a.test&via=b.test:8448", "#town:hs.test",
            ["a.test", "b.test:8448"]
        ),
        ("https://matrix.to/#/!abc:hs.test/$event?via=a&via=b&via=c&via=d", "!abc:hs.test", ["a", "b", "c"]),
        ("matrix:r/town:hs.test", "#town:hs.test", ["hs.test"]),
        ("matrix:r/t%C3%B6wn:hs.test", "#töwn:hs.test", ["hs.test"]),
        ("MATRIX:ROOMID/abc:hs.test?via=other.test", "!abc:hs.test", ["other.test"]),
        ("matrix:roomid/abc/e/event?action=join", "!abc", []),
    ])
    func `a room is named by id, alias or link`(text: String, target: String, servers: [String]) {
        #expect(RoomLink(text)?.target == target)
        #expect(RoomLink(text)?.servers == servers)
        #expect(RoomLink.marks.areIn(text), "commands do not take it for a room")
    }

    @Test(arguments: [
        "", "#", "@alice:hs.test", "https://matrix.to/#/@alice:hs.test", "https://matrix.to/#/",
        "matrix:u/alice:hs.test",
        "town", "matrix:r/", "#" + String(repeating: "a", count: 300), "https://matrix.to/#/%ff",
    ])
    func `what names no room is none`(text: String) {
        #expect(RoomLink(text) == nil)
    }
}
