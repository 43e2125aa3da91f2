import Foundation
import TestSupport
import Testing

/// A person with a real IRC client, from the first word to the morning's headlines.
@Suite(
    .timed,
    .enabled(if: InspIRCdServer.isInstalled && WeeChat.isInstalled, "inspircd or weechat-headless is missing: skipped")
)
struct WeeChatLiveTests {
    private static let titles = [
        "Ferry service to Norwick Island resumes on Monday", "Mayor plants first trees along the canal on Tuesday",
        "Museum returns bronze lion to Benin City on Wednesday", "Parliament votes about public workers on Thursday",
        "Lighthouse near Valmora opens to visitors on Friday", "Rotterdam opens longest bicycle bridge on Saturday",
        "Climber Yuna Park starts in Innsbruck on Sunday", "Telescope looks for distant planets from Monday on",
        "Robot dives to octopus nursery of Peru on Tuesday", "Coffee traders meet again in Trieste on Wednesday",
    ]

    @Test(ClockAhead.isNeeded)
    func `a person with WeeChat follows, is alerted, reads, plays and gets the headlines by the clock`()
        async throws
    {
        let irc = try InspIRCdServer()
        let web = try LocalWebServer()
        let feed = GrowingFeed(web)
        let crier = try CrierProcess()
        let time = try MovedClock()
        defer {
            crier.kill9()
            irc.stop()
            web.stop()
        }
        feed.add(Self.titles)
        let wee = try WeeChat(port: irc.port, nick: "wee", channel: "#news")
        defer { wee.stop() }
        try await waitUntil("wee runs the channel") {
            wee.lines(in: "#news").contains { $0.contains("wee") && $0.contains("joined") }
        }
        try crier.configure(Live.configuration(port: irc.port))
        try crier.start(environment: time.environment)
        try await waitUntil("the bot is in") { wee.lines(in: "#news").contains { $0.contains("crier") } }

        try wee.type("!sub \(feed.url)", in: "#news")
        try await wee.wait(for: "Added", from: "crier", in: "#news")
        let added = wee.lines(in: "#news").first { $0.hasPrefix("crier\t") && $0.contains("Added") }
        try await crier.firstFetch(after: #require(added))
        try wee.type("!digest week", in: "#news")
        try await wee.wait(for: "Growing (10 stories)", from: "crier", in: "#news")
        try wee.type("!alert add volcano", in: "#news")
        try await wee.wait(for: "Alert 1", from: "crier", in: "#news")
        feed.add(["A volcano wakes on a southern island"])
        try await wee.wait(for: "A volcano wakes on a southern island", from: "crier", in: "#news")

        let clock = time.minuteToCome
        try wee.type("!headlines at \(clock)", in: "#news")
        try await wee.wait(for: clock, from: "crier", in: "#news")

        let greta = try RawIRCClient(port: irc.port, nick: "greta")
        try await greta.wait(for: " 001 ")
        greta.send("JOIN #news")
        try await greta.wait(for: " 366 ")
        try wee.type("!quiz", in: "#news")
        try await greta.wait(for: "1/5")
        try wee.type("a", in: "#news")
        greta.send("PRIVMSG #news :b")
        try wee.type("!quiz skip", in: "#news")
        try await greta.wait(for: "2/5")
        try wee.type("!quiz stop", in: "#news")
        // The bot looks at its clock whenever it has checked a feed.
        time.passMinuteToCome()
        try await waitUntil("the headlines of \(clock)") {
            wee.lines(in: "#news").contains { $0.hasPrefix("crier\t") && $0.contains("moving the world") }
        }
        let told = wee.lines(in: "#news").filter { $0.hasPrefix("crier\t") && $0.contains("moving the world") }
        #expect(told.count == 1)
    }
}
