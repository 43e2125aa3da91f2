import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

/// One fetch serves all, always conditional, counted by a real web server.
@Suite(
    .timed,
    .enabled(
        if: InspIRCdServer.isInstalled && NginxServer.isInstalled,
        "inspircd or nginx is not installed: skipped"
    )
)
struct SharedFetchLiveTests {
    @Test func `a thousand followers are one conditional request an interval`() async throws {
        let irc = try InspIRCdServer()
        let web = try NginxServer()
        defer {
            irc.stop()
            web.stop()
        }
        let item = "<item><title>First</title><guid>1</guid></item>"
        try web.serve("feed.xml", "<rss version=\"2.0\"><channel><title>T</title>\(item)</channel></rss>")

        let crier = try CrierProcess()
        defer { crier.kill9() }
        do {
            let store = try Store.open(path: crier.databasePath)
            let feed = try await store.ensureFeed(FeedDescription(url: web.url("feed.xml")), at: Date())
            for number in 0..<1_000 {
                let profile = try await store.ensureProfile(
                    for: Identity(network: "testnet", account: "nick:p\(number)"),
                    name: "p\(number)",
                    at: Date()
                )
                _ = try await store.addSubscription(
                    of: profile.id.recipient,
                    to: feed.id,
                    at: Address(network: "testnet", kind: .person, target: "nick:p\(number)"),
                    by: Maker(guestOf: "testnet", from: "p\(number).example", profile: profile.id),
                    limit: 10,
                    time: Date()
                )
            }
        }
        try crier.configure(Live.configuration(port: irc.port))
        try crier.start()
        let begin = Date()
        try await waitUntil("four checks") { web.statuses(of: "feed.xml").count >= 4 }
        let elapsed = Date().timeIntervalSince(begin)
        let statuses = web.statuses(of: "feed.xml")
        // The interval is a second: never more requests than seconds, however many follow.
        #expect(Double(statuses.count) <= elapsed + 2)
        #expect(statuses.first == 200)
        #expect(statuses.dropFirst().allSatisfy { $0 == 304 }, "\(statuses)")
        try await crier.terminate()
    }
}
