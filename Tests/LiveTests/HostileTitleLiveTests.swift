import Foundation
import TestSupport
import Testing

/// What a feed may try against a channel, seen from inside the channel.
@Suite(.timed, .enabled(if: InspIRCdServer.isInstalled, "inspircd is not installed: skipped"))
struct HostileTitleLiveTests {
    private static let titles = [
        "Marker01 line\r\nPRIVMSG #news :injected\r\nQUIT :injected", "Marker02 nul \u{0} in \u{0}\u{0}the middle",
        "\u{1}ACTION Marker03 waves\u{1}", "Marker04 \u{1}VERSION\u{1} \u{1}DCC SEND x 1 1 1\u{1}",
        "Marker05 \u{3}04,01red \u{2}bold\u{2} \u{1D}italic\u{F} \u{16}reverse \u{4}FF0000hex \u{1F}under",
        "Marker06 <b>bold</b><script>alert(1)</script> &lt;i&gt; &#13;&#10;QUIT",
        "Marker07 " + String(repeating: "long title ", count: 364),
        "Marker08 " + String(repeating: "👨‍👩‍👧‍👦", count: 300),
        "Marker09 " + String(repeating: "é\u{301}\u{323}", count: 600),
        "Marker10 \u{202E}gnp.exe\u{202C} \u{2066}isolated \u{202D}overridden",
        "Marker11 \u{7F}\u{85}\u{9B}31m\u{1B}[31mred\u{7} \u{2028}\u{2029}\u{B}\u{C}",
        "Marker12 " + String(repeating: "漢", count: 4_000), "Marker13 \u{FEFF}\u{200B}\u{E0041}\u{FFFE}\u{10FFFF}",
    ]

    @Test func `hostile titles reach a channel as clean lines of the bot`() async throws {
        let server = try InspIRCdServer()
        let web = try LocalWebServer()
        let crier = try CrierProcess()
        defer {
            crier.kill9()
            server.stop()
            web.stop()
        }
        let feed = HostileFeed(web)
        feed.add(["Marker00 harmless"])
        let person = try RawIRCClient(port: server.port, nick: "olga")
        try await person.wait(for: " 001 ")
        person.send("JOIN #news")
        try await person.wait(for: " 366 ")
        try crier.configure(Live.configuration(port: server.port))
        try crier.start()
        try await person.wait(for: "JOIN :#news")
        person.send("PRIVMSG #news :!sub \(feed.url)")
        try await crier.firstFetch(after: person.wait(for: "Added"))
        person.send("PRIVMSG #news :!alert add marker* to here")
        try await person.wait(for: "PRIVMSG #news :")
        // One by one, then all the shapes that lists and digests have.
        for (index, title) in Self.titles.enumerated() {
            feed.add([title])
            try await person.wait(for: "Marker\(String(format: "%02d", index + 1))")
        }
        for command in ["!headlines 20", "!read 1", "!feeds", "!digest today", "!digest today as markdown"] {
            let before = person.lines.count
            person.send("PRIVMSG #news :\(command)")
            try await waitUntil("an answer to \(command)") { person.lines.count > before }
        }
        // The last answer's last line; answers to one person come in order.
        try await person.wait(for: "IRC carries no files")

        #expect(person.brokenLines == 0)
        var spoken = 0
        for line in person.lines where !line.hasPrefix(":irc.test ") && !line.hasPrefix(":olga!") {
            guard line.hasPrefix(":crier!"), !line.hasSuffix(" JOIN :#news") else {
                #expect(line.hasPrefix(":crier!"), "\(line.debugDescription)")
                continue
            }
            spoken += 1
            let verb = line.split(separator: " ", maxSplits: 2).dropFirst().first
            #expect(verb == "PRIVMSG", "\(line.debugDescription)")
            #expect(line.utf8.count + 2 <= 512, "\(line.utf8.count) bytes: \(line)")
            let controls = line.unicodeScalars.filter { scalar in
                scalar.properties.generalCategory == .control || ["\u{2028}", "\u{2029}"].contains(scalar)
            }
            #expect(controls.isEmpty, "\(line.debugDescription)")
            #expect(Self.isBalanced(line), "\(line.debugDescription)")
            let text = line.components(separatedBy: " :").dropFirst().joined(separator: " :")
            #expect(!text.hasPrefix("\u{200D}") && !text.hasSuffix("\u{200D}"), "cut inside a family: \(line)")
        }
        #expect(spoken > Self.titles.count)
        #expect(crier.isRunning)
    }

    /// Direction marks that are open at the end would turn what follows around.
    private static func isBalanced(_ line: String) -> Bool {
        var open = 0
        for scalar in line.unicodeScalars {
            switch scalar.value {
            case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068: open += 1
            case 0x202C, 0x2069: open -= 1
            default: break
            }
        }
        return open <= 0
    }
}

/// A JSON Feed, where every scalar can be said.
private final class HostileFeed: @unchecked Sendable {
    private let server: LocalWebServer
    private let lock = NSLock()
    private var titles: [String] = []

    init(_ server: LocalWebServer) {
        self.server = server
        server.respond(to: "/feed.json") { [weak self] _ in
            .ok(self?.document ?? "", headers: [("Content-Type", "application/feed+json")])
        }
    }

    var url: String { server.url("/feed.json") }

    func add(_ newTitles: [String]) { lock.withLock { titles += newTitles } }

    private var document: String {
        let items = lock.withLock { titles }.enumerated().map { number, title in
            [
                "id": "\(number)", "title": title, "url": server.url("/\(number)\r\nQUIT :from a link"),
                "summary": title, "author": ["name": "Eve\r\nQUIT :\u{1}from an author\u{1}"],
            ] as [String: Any]
        }
        let feed: [String: Any] = [
            "version": "https://jsonfeed.org/version/1.1", "title": "Evil\r\nQUIT :\u{3}04from a feed\u{0}\u{202E}",
            "items": items,
        ]
        let data = (try? JSONSerialization.data(withJSONObject: feed)) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }
}
