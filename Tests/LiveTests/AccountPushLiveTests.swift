import Foundation
import TestSupport
import Testing

/// What is private goes to a services account, under whatever nick, and to nobody who took the nick.
@Suite(
    .timed,
    .enabled(
        if: InspIRCdServer.isInstalled && AthemeServices.isInstalled,
        "inspircd or atheme-services is not installed: skipped"
    )
)
struct AccountPushLiveTests {
    @Test func `a push follows the account, never the nick`() async throws {
        let server = try InspIRCdServer()
        let services = try AthemeServices(linkedTo: server)
        let web = try LocalWebServer()
        let crier = try CrierProcess()
        defer {
            crier.kill9()
            services.stop()
            server.stop()
            web.stop()
        }
        let feed = GrowingFeed(web)
        feed.add(["The beginning of all news"])
        let alice = try RawIRCClient(port: server.port, nick: "alice")
        try await alice.wait(for: " 001 ")
        try await alice.register("alice")
        alice.send("JOIN #news")
        try await alice.wait(for: " 366 ")
        let configuration = Live.configuration(port: server.port)
        try crier.configure(configuration.replacing("identity = \"nick\"", with: "identity = \"account\""))
        try crier.start()
        try await alice.wait(for: "JOIN :#news")
        alice.send("PRIVMSG crier :sub \(feed.url) to dm")
        try await crier.firstFetch(after: alice.wait(for: "Added"))
        feed.add(["While she is logged in"])
        try await alice.wait(for: "While she is logged in")

        // Logged out she is a guest, although everything else about her is the same.
        alice.send("PRIVMSG NickServ :LOGOUT")
        try await alice.wait(for: " 901 ")
        feed.add(["While she is logged out"])
        let requests = web.requests.count
        try await waitUntil("two more fetches") { web.requests.count >= requests + 2 }
        alice.send("PRIVMSG crier :feeds")
        let refused = try await alice.wait(for: ":crier!")
        #expect(!refused.contains("Growing") && !refused.contains("logged out"), "\(refused)")

        // A stranger takes the nick.
        alice.hangUp()
        try await waitUntil("alice is gone") { alice.isClosed }
        let stranger = try RawIRCClient(port: server.port, nick: "alice")
        try await stranger.wait(for: " 001 ")
        stranger.send("JOIN #news")
        try await stranger.wait(for: " 366 ")
        stranger.send("PRIVMSG crier :feeds")
        try await stranger.wait(for: ":crier!")

        // The account comes back under another nick.
        let again = try RawIRCClient(port: server.port, nick: "wonder")
        try await again.wait(for: " 001 ")
        again.send("JOIN #news")
        again.send("PRIVMSG NickServ :IDENTIFY alice secret123")
        try await again.wait(for: " 900 ")
        try await again.wait(for: "While she is logged out")

        // Outside every channel of ours, under yet another nick beside it, she is answered where she asked.
        let phone = try RawIRCClient(port: server.port, nick: "phone")
        try await phone.wait(for: " 001 ")
        phone.send("PRIVMSG NickServ :IDENTIFY alice secret123")
        try await phone.wait(for: " 900 ")
        again.send("PART #news")
        phone.send("PRIVMSG crier :feeds")
        try await phone.wait(for: "Growing")
        #expect(!stranger.lines.contains { $0.contains("While she") || $0.contains("Growing") })
        #expect(!alice.lines.contains { $0.contains("logged out") && $0.contains(":crier!") })
    }
}
