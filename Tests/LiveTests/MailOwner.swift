import Foundation
import TestSupport

/// Somebody with an IRC nick and a mailbox, who follows the feed by mail.
struct MailOwner {
    let irc: RawIRCClient

    /// Starts the bot, too.
    init(_ server: InspIRCdServer, _ mail: MailScene, _ smtp: any MailServer, options: String = "") async throws {
        mail.feed.add(["The beginning"])
        let network = """

            [[irc]]
            name = "testnet"
            host = "127.0.0.1"
            port = \(server.port)
            tls = false
            nick = "crier"
            channels = ["#news"]
            identity = "nick"
            lines_per_second = 200.0
            burst = 200

            """
        irc = try RawIRCClient(port: server.port, nick: "greta")
        try await irc.wait(for: " 001 ")
        irc.send("JOIN #news")
        try await irc.wait(for: " 366 ")
        try mail.start(smtp, mail: options + network)
        try await irc.wait(for: "JOIN :#news")
        irc.send("PRIVMSG crier :link")
        let offer = try await irc.wait(for: "link ")
        let words = offer.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        guard let code = words.first(where: { $0.count == 8 && $0 == $0.uppercased() }) else {
            throw MailPeople.Failure(description: "no code in \(offer)")
        }
        try await mail.say("link \(code)", from: "greta", through: smtp)
        var answer = try await mail.people.wait("an answer", in: "greta@example.test") { _ in true }
        // Asked whether it is them, and whether they mean it.
        for _ in 1...2 {
            guard let yes = try? MailScene.code(in: answer) else { break }
            try await mail.reply("yes \(yes)", to: answer, from: "greta", through: smtp)
            answer = try await mail.people.wait("an answer", in: "greta@example.test", after: answer.uid) { _ in true }
        }
        let added = try await mail.follow("greta", through: smtp)
        try await mail.crier.firstFetch(after: added.text)
    }
}
