import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Nobody reads what is another's, whatever they type.
@Suite(.timed) struct SightTests {
    private static let token = "token=xyzzy"

    private let chat: Conversation
    private let secret: Feed

    /// Bob alone follows a feed with a token in its address.
    init() async throws {
        chat = try await Conversation()
        try await chat.publishes("Ferry sails again")
        secret = try await chat.publishes("Plan of the merger", by: "Hidden", isDefault: false)
        let bob = try await chat.store.ensureProfile(for: .sample("bob"), name: "bob", at: chat.clock.now)
        try await chat.store.sampleSubscription(of: bob, to: secret, time: chat.clock.now)
    }

    /// A feed with a token in its address.
    private func feed(withToken name: String, followedBy recipient: RecipientID, at address: Address) async throws {
        let url = "https://host.example/feed?" + Self.token
        let feed = try await chat.store.ensureFeed(FeedDescription(url: url, name: name), at: chat.clock.now)
        _ = try await chat.store.addSubscription(
            of: recipient,
            to: feed.id,
            at: address,
            limit: 9,
            time: chat.clock.now
        )
    }

    private func room(_ name: String = "#team") async throws -> (Room, Address) {
        (try await chat.store.sampleRoom(name), Address(network: "testnet", kind: .room, target: name))
    }

    private func listed(_ title: String) async throws -> ListedArticle {
        let all = try await chat.store.articles(try await chat.store.everything(), in: .shown(to: nil), limit: 99)
        return try #require(all.first { $0.article.title == title })
    }

    @Test(arguments: ["read", "save", "why", "mute"])
    func `another person's story is not found, in the words for one that is not there`(verb: String) async throws {
        let name = try await listed("Plan of the merger").storyName
        let answer = try await chat.says("\(verb) \(name)", expect: "found no story")
        let other = try await chat.says("\(verb) #zzzzzz", expect: "found no story")
        #expect(answer.replacing(name, with: "#zzzzzz") == other)
        let own = await chat.replies("\(verb) \(name)", as: .bob).map { plain($0.message.body) }.joined()
        #expect(!own.contains("found no story") && !own.isEmpty)
    }

    @Test func `nor is it by its address, nor by its feed's name or address, nor by part of them`() async throws {
        let url = try #require(try await listed("Plan of the merger").article.url)
        for text in ["read \(url)", "headlines Hidden", "feed Hidden", "feed Hiddem", "refresh hidden", "read hidd"] {
            let answer = await chat.replies(text).map { plain($0.message.body) }.joined()
            #expect(answer.contains("I know no feed") || answer.contains("There is no category or feed"), "\(answer)")
            #expect(!answer.contains("merger") && !answer.contains("Did you mean"), "\(answer)")
        }
        try await chat.says("feed \(secret.url)", expect: "Shall I follow")
        try await chat.says("mute \(secret.url)", expect: "I know no feed")
        try await chat.says("feed Hidden", as: .bob, expect: secret.url)
        try await chat.says("read \(url)", as: .bob, expect: "Plan of the merger")
    }

    @Test func `the trial of an alert counts what it could ever match, and nothing of others`() async throws {
        try await chat.says("alert add merger", expect: "None of the newest 1 articles")
        try await chat.says("alert add ferry", expect: "1 of the newest 1 articles")
        try await chat.says("alert add merger", as: .bob, expect: "1 of the newest 2 articles")
    }

    @Test func `what a room was told is read by those who are in it, anywhere`() async throws {
        let (team, address) = try await room()
        _ = try await chat.store.addSubscription(
            of: team.id.recipient,
            to: secret.id,
            at: address,
            limit: 9,
            time: chat.clock.now
        )
        let name = try await listed("Plan of the merger").storyName
        chat.network.makeMember("mia", of: "#team")
        try await chat.says("read \(name)", as: .init(name: "mia", account: "mia"), expect: "Plan of the merger")
        try await chat.says("read \(name)", expect: "found no story")
        try await chat.says("read \(name)", as: .guest, expect: "found no story")
        chat.network.makeMember("nick:Guest42", of: "#team")
        try await chat.says("read \(name)", as: .guest, expect: "Plan of the merger")
        try await chat.says("feeds in #team", as: .guest, expect: "#team")
        chat.network.makeMember("nick:Guest42", of: "#team", false)
        try await chat.says("read \(name)", as: .guest, expect: "found no story")
        try await chat.says("feeds in #team", as: .guest, expect: "I am not in #team, or you are not")
        try await chat.says("crier: read \(name)", as: .guest, in: "#team", expect: "Plan of the merger")
        try await chat.says("crier: read \(name)", as: .guest, in: "#else", expect: "found no story")
    }

    @Test func `a story that many rooms were told makes a network answer little, and its name is worth no guessing`()
        async throws
    {
        let name = try await listed("Plan of the merger").storyName
        for number in 0..<12 {
            let (team, address) = try await room("#team\(number)")
            _ = try await chat.store.addSubscription(
                of: team.id.recipient,
                to: secret.id,
                at: address,
                limit: 99,
                time: chat.clock.now
            )
        }
        chat.network.makeMember("mia", of: "#team11")
        let mia = Conversation.Speaker(name: "mia", account: "mia")
        for questions in [5, 10] {
            try await chat.says("read \(name)", as: mia, expect: "found no story")
            #expect(chat.network.memberQuestions == questions)
        }
        try await chat.says("read \(name)", as: mia, expect: "Plan of the merger")
        #expect(chat.network.memberQuestions == 12)
        for questions in [17, 22, 24, 24] {
            try await chat.says("read \(name)", expect: "found no story")
            #expect(chat.network.memberQuestions == questions)
        }
        chat.clock.advance(by: 61)
        try await chat.says("read \(name)", expect: "found no story")
        #expect(chat.network.memberQuestions == 29)
    }

    @Test func `where a homeserver is asked, names of stories are counted as sites are, right or wrong`() async throws {
        let chat = try await Conversation(kind: .matrix, rates: .init(personBurst: 99, roomBurst: 99, fetchBurst: 2))
        let alice = Conversation.Speaker(name: "alice", account: "@alice:hs.test")
        for _ in 0..<2 { try await chat.says("read #zzzzzz", as: alice, expect: "found no story") }
        try await chat.says("read #zzzzzz", as: alice, expect: "a lot of sites")
    }

    @Test func `a preview by name shows neither where a feed is asked nor where that leads`() async throws {
        let (team, address) = try await room()
        let server = try LocalWebServer()
        server.respond(to: "/xyzzy/feed") { _ in .redirect(to: server.url("/xyzzy/moved"), status: 301) }
        server.respond(to: "/xyzzy/moved") { _ in
            .ok("<rss version=\"2.0\"><channel><item><title>Plan</title></item></channel></rss>")
        }
        let feed = try await chat.store.ensureFeed(
            FeedDescription(url: server.url("/xyzzy/feed"), name: "Inside"),
            at: chat.clock.now
        )
        _ = try await chat.store.addSubscription(
            of: team.id.recipient,
            to: feed.id,
            at: address,
            limit: 9,
            time: chat.clock.now
        )
        try await chat.says("crier: preview Inside", in: "#team", expect: "know its address")
        #expect(server.requests(to: "/xyzzy/feed").isEmpty)
        let answer = try await chat.says("crier: preview Inside", as: .op, in: "#team", expect: "Plan", "You follow it")
        #expect(!answer.contains("xyzzy"))
    }

    @Test func `an address is whole for its owner alone`() async throws {
        let (team, address) = try await room()
        try await feed(withToken: "Tokened", followedBy: team.id.recipient, at: address)
        chat.network.makeMember("mia", of: "#team")
        chat.network.makeOperator("olga", in: "#team")
        for speaker in [Conversation.Speaker.guest, .alice, .op] {
            let answer = try await chat.says("crier: feed Tokened", as: speaker, in: "#team", expect: "host.example/…")
            #expect(!answer.contains(Self.token))
            // Within a minute it would be just above.
            chat.clock.advance(by: 61)
        }
        let mia = Conversation.Speaker(name: "mia", account: "mia")
        try await chat.says("feeds in #team", as: mia, expect: "Tokened")
        #expect(try await !chat.says("feed 1", as: mia, expect: "https://host.example/…").contains(Self.token))
        try await chat.says("feeds in #team", as: .op, expect: "Tokened")
        try await chat.says("feed 1", as: .op, expect: Self.token)
        let exported = await chat.replies("crier: export opml", as: mia, in: "#team")
        #expect(exported.contains { plain($0.message.body).contains("1 feed is left out") })
        #expect(!exported.contains { plain($0.message.body).contains(Self.token) })
        let whole = await chat.replies("crier: export opml", as: .op, in: "#team")
        #expect(whole.contains { plain($0.message.body).contains(Self.token) })
    }

    @Test func `who is shown a room's feed by its name cannot follow it for its address`() async throws {
        let (team, address) = try await room()
        try await feed(withToken: "Our Tokened", followedBy: team.id.recipient, at: address)
        try await chat.says("crier: feeds", in: "#team", expect: "Our Tokened")
        for text in ["crier: sub 1 to dm", "crier: sub Our Tokened to dm", "crier: preview 1"] {
            try await chat.says(text, in: "#team", expect: "know its address")
        }
    }

    @Test func `what is asked of another owner in a room goes to who asked, and its numbers are theirs`() async throws {
        let (team, address) = try await room()
        try await feed(withToken: "Tokened", followedBy: team.id.recipient, at: address)
        chat.network.makeMember("mia", of: "#team")
        let mia = Conversation.Speaker(name: "mia", account: "mia")
        for (text, speaker) in [("crier: feeds in #team", mia), ("crier: feeds mine", .bob)] {
            let replies = await chat.replies(text, as: speaker, in: "#else")
            let inRoom = replies.filter { $0.address.kind == .room }.map { plain($0.message.body) }.joined()
            #expect(!inRoom.contains("Tokened") && !inRoom.contains("Hidden"), "\(inRoom)")
            #expect(replies.contains { plain($0.message.body).contains("1 feed") })
            try await chat.says("crier: feed 1", as: .alice, in: "#else", expect: "no numbered list")
        }
    }

    @Test func `two feeds of one name are told apart without their secrets`() async throws {
        let (team, address) = try await room()
        try await feed(withToken: "Twin", followedBy: team.id.recipient, at: address)
        let other = try await chat.publishes("Second", by: "Twin", isDefault: false)
        _ = try await chat.store.addSubscription(
            of: team.id.recipient,
            to: other.id,
            at: address,
            limit: 9,
            time: chat.clock.now
        )
        for text in ["crier: feed Twin", "crier: unsub Twin", "crier: sub Twin"] {
            let answer = try await chat.says(text, as: .op, in: "#team", expect: "host.example/…")
            #expect(!answer.contains(Self.token), "\(answer)")
        }
    }

    @Test func `why tells what was recorded, and that nothing was sent where nothing was`() async throws {
        try await chat.says("headlines", expect: "Ferry")
        try await chat.says("why 1", expect: "it was not sent here", "Example is in the default selection")
        chat.clock.advance(by: 60)
        try await chat.publishes("Merger is off", by: "Hidden", isDefault: false, hoursAgo: 0)
        let name = try await listed("Merger is off").storyName
        try await chat.says("why \(name)", as: .bob, expect: "it waits to be sent", "Hidden is followed here")
        let address = Identity.sample("bob").address
        let queued = try await chat.store.queuedDeliveries(to: address, at: .distantFuture, limit: 9)
        _ = try await chat.store.freeze(
            queued.map(\.id),
            to: address,
            parts: [MessagePart(payload: "x")],
            at: chat.clock.now
        )
        try await chat.says("why \(name)", as: .bob, expect: "it is on its way", "with 1 more in one message")
    }

    @Test func `a room is told what was recorded of the room, and nothing of who asks`() async throws {
        let name = try await listed("Plan of the merger").storyName
        let answer = try await chat.says("crier: why \(name)", as: .bob, in: "#news", expect: "it was not sent here")
        #expect(!answer.contains("followed"))
    }
}
