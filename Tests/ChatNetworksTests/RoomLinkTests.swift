import Foundation
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
    }

    @Test(arguments: [
        "", "#", "@alice:hs.test", "https://matrix.to/#/@alice:hs.test", "https://matrix.to/#/",
        "matrix:u/alice:hs.test",
        "town", "matrix:r/", "#" + String(repeating: "a", count: 300), "https://matrix.to/#/%ff",
    ])
    func `what names no room is none`(text: String) {
        #expect(RoomLink(text) == nil)
    }

    @Test func `a room that cannot be entered is tried ever more rarely`() {
        var retries = JoinRetries()
        var now = Date(timeIntervalSince1970: 0)
        var tries = 0
        var givenUpAt: Double?
        while now.timeIntervalSince1970 < 86_400 {
            if givenUpAt == nil, retries.isHopeless("!gone") { givenUpAt = now.timeIntervalSince1970 }
            if retries.isDue("!gone", at: now) {
                tries += 1
                retries.failed("!gone", at: now)
            }
            now += 1
        }
        #expect((90...120).contains(tries), "\(tries)")
        #expect((2 * 3_600...3 * 3_600).contains(givenUpAt ?? 0))
        #expect(!retries.isHopeless("!other"))
        #expect(retries.isDue("!other", at: now))
        retries.forget("!gone")
        #expect(retries.isDue("!gone", at: now))
    }
}
