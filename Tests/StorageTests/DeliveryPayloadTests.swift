import Foundation
import GRDB
import NewsModel
import Testing

@testable import Storage

@Suite struct DeliveryPayloadTests {
    private static let place = Address(network: "libera", kind: .room, target: "#news")
    private static let trouble = FeedTrouble(
        name: "Example",
        address: "https://example.org/feed",
        failure: .serverError,
        since: Date(timeIntervalSince1970: 1_794_830_400)
    )
    private static let slot = SlotPayload(
        articles: [ArticleID(rawValue: 12), ArticleID(rawValue: 9)],
        stories: [StoryID(rawValue: 7)],
        category: "world",
        period: "today",
        from: Date(timeIntervalSince1970: 1_794_700_000),
        slotBefore: Date(timeIntervalSince1970: 1_794_744_000),
        days: 1,
        leftOut: 3,
        isLeftOutAtMost: true,
        withStatistics: true,
        madeAt: Date(timeIntervalSince1970: 1_794_830_400),
        lateFor: Date(timeIntervalSince1970: 1_794_829_000),
        missed: Date(timeIntervalSince1970: 1_794_740_000)
    )

    private static let address = ##"{"kind":"room","network":"libera","target":"#news"}"##
    private static let failing =
        #"[{"address":"https://example.org/feed","failure":"serverError","name":"Example","since":816523200}]"#

    /// What version 1 wrote, letter by letter: never edit these.
    private static let notices: [(text: String, notice: DeliveryNotice)] = [
        (
            #"{"addressFailed":{"address":\#(address),"reason":"banned"}}"#,
            .addressFailed(address: place, reason: "banned")
        ),
        (
            #"{"unconfirmed":{"address":\#(address),"articles":[12,9]}}"#,
            .unconfirmed(address: place, articles: [12, 9])
        ),
        (
            #"{"importChecked":{"failed":[{"failure":"notFound","name":"Example"}],"failedCount":1,"total":3}}"#,
            .importChecked(total: 3, failedCount: 1, failed: [.init(name: "Example", failure: .notFound)])
        ),
        (
            #"{"feedMoved":{"from":"https://a.example","name":"Example","to":"https://b.example"}}"#,
            .feedMoved(name: "Example", from: "https://a.example", to: "https://b.example")
        ),
        (#"{"feedsFailing":{"_0":\#(failing)}}"#, .feedsFailing([trouble])),
        (#"{"feedsGone":{"_0":\#(failing)}}"#, .feedsGone([trouble])),
        (
            #"{"feedsRecovered":{"_0":[{"name":"Example","since":816523200}]}}"#,
            .feedsRecovered([FeedTrouble(name: "Example", failure: nil, since: trouble.since)])
        ),
        (#"{"accountLinked":{"_0":\#(address)}}"#, .accountLinked(place)),
        (#"{"storageShort":{"_0":{"disk":{"free":1,"needed":2}}}}"#, .storageShort(.disk(free: 1, needed: 2))),
        (
            #"{"requested":{"_0":{"asNotice":false,"body":{"blocks":[{"paragraph":{"_0":[{"text":{"_0":"Hello"}}]}}]},"#
                + #""form":"chat","opensThread":false,"subject":"Hi","withColour":false},"articles":[12]}}"#,
            .requested(
                OutgoingMessage(body: RichText([.paragraph([.text("Hello")])]), subject: "Hi"),
                articles: [12]
            )
        ),
    ]

    private static let slotText = #"""
        {"articles":[12,9],"category":"world","days":1,"from":816392800,"isLeftOutAtMost":true,"lateFor":816521800,\#
        "leftOut":3,"madeAt":816523200,"missed":816432800,"period":"today","slotBefore":816436800,"stories":[7],\#
        "withStatistics":true}
        """#

    @Test(arguments: notices) func `a notice of the first version is read`(_ text: String, _ notice: DeliveryNotice) {
        #expect(DeliveryPayload(text, of: .notice) == .notice(notice))
    }

    @Test func `a slot and an edit of the first version are read`() {
        #expect(DeliveryPayload(Self.slotText, of: .digest) == .slot(Self.slot))
        #expect(DeliveryPayload(Self.slotText, of: .headlines) == .slot(Self.slot))
        #expect(DeliveryPayload("$event:example.org", of: .edit) == .edit(eventID: "$event:example.org"))
        #expect(DeliveryPayload("{}", of: .edit) == .edit(eventID: "{}"))
    }

    @Test func `what the second version writes is read, and says which version it is`() throws {
        let edit = DeliveryPayload.edit(eventID: "$a")
        #expect(try edit.encoded() == #"{"payload":{"edit":{"eventID":"$a"}},"version":2}"#)
        #expect(DeliveryPayload(try edit.encoded(), of: .edit) == edit)
        let update = DeliveryPayload.update(
            StoryUpdate(article: ArticleID(rawValue: 9), sources: 5, numbers: ["3", "7"], post: "$b")
        )
        let words = #"{"article":9,"numbers":["3","7"],"post":"$b","sources":5}"#
        #expect(try update.encoded() == #"{"payload":{"update":{"_0":\#(words)}},"version":2}"#)
        #expect(DeliveryPayload(try update.encoded(), of: .update) == update)
        let slot = DeliveryPayload.slot(Self.slot)
        #expect(try slot.encoded() == #"{"payload":{"slot":{"_0":\#(Self.slotText)}},"version":2}"#)
        #expect(DeliveryPayload(try slot.encoded(), of: .headlines) == slot)
        for (_, notice) in Self.notices {
            let payload = DeliveryPayload.notice(notice)
            #expect(DeliveryPayload(try payload.encoded(), of: .notice) == payload)
        }
    }

    @Test func `what a newer version wrote is not misread`() {
        #expect(DeliveryPayload(#"{"payload":{"edit":{"eventID":"$a"}},"version":3}"#, of: .edit) == nil)
        #expect(DeliveryPayload(#"{"payload":{"song":{}},"version":3}"#, of: .edit) == nil)
        #expect(DeliveryPayload(#"{"payload":{"song":{}},"version":3}"#, of: .notice) == nil)
        #expect(DeliveryPayload("", of: .digest) == nil)
    }
}
