import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// Who may change what, and how mail ends.
@Suite(.timed, .enabled(if: MailScene.isInstalled, "\(MailScene.missing)"))
struct MailIdentityLiveTests {
    @Test func `a From address is believed when our own server vouches for it, and never else`() async throws {
        let scene = try await PostfixScene(everybodyFollows: true)
        defer { scene.end() }
        let (mail, postfix) = (scene.mail, scene.postfix)
        mail.feed.add(["Known to everybody"])
        try await waitUntil("the first fetch") { mail.crier.log.contains("Feed refreshed") }
        func forged(_ command: String, more: String = "") -> String {
            mail.head(from: "greta", subject: "Hello", more: more) + "\n\(command)\n"
        }
        // Nobody says anything about the sender.
        try await scene.sendFromOutside(forged("set tz Asia/Tokyo"), from: "mallory@example.test")
        let first = try await mail.wait(for: "yes ", of: "greta")
        // Our server says that it is forged, above what the forger wrote.
        try postfix.vouch(for: ["greta"])
        let vouching = "Authentication-Results: \(PostfixServer.name); dmarc=pass header.from=example.test"
        try await scene.sendFromOutside(forged("set tz Asia/Seoul", more: vouching), from: "mallory@example.test")
        // A wrong code does nothing, and what was disowned was not even answered.
        try await mail.say("yes ZZZZZZZZZZ", from: "greta", through: postfix)
        let second = try await mail.wait(for: "code", of: "greta", after: first.uid)
        #expect(!second.text.contains("Seoul"))
        #expect(try mail.people.inbox("greta@example.test").allSatisfy { !$0.text.contains("Seoul") })
        // The owner's own, which our server vouches for.
        try await scene.sendFromOutside(forged("me"), from: "greta@example.test")
        let me = try await mail.people.wait("me", in: "greta@example.test", after: second.uid) {
            $0.text.contains("> me")
        }
        #expect(!me.text.contains("Tokyo") && !me.text.contains("Seoul"))
        #expect(!me.text.contains("yes "))
        try await scene.sendFromOutside(forged("set tz Europe/Oslo"), from: "greta@example.test")
        try await mail.wait(for: "Oslo", of: "greta", after: me.uid)
    }

    @Test func `a forged address gets a code in fixed words, and ends nobody's mail that our server denies`()
        async throws
    {
        let scene = try await PostfixScene()
        defer { scene.end() }
        let (mail, postfix) = (scene.mail, scene.postfix)
        mail.feed.add(["The beginning"])
        let added = try await mail.follow("greta", through: postfix)
        try await mail.crier.firstFetch(after: added.text)
        // Nobody says anything about the sender: what they wrote is not passed on.
        let relayed =
            mail.head(from: "greta", subject: "Cheap pills") + "\npreview https://pills.example/pills\npills\n"
        try await scene.sendFromOutside(relayed, from: "mallory@pills.example")
        let question = try await mail.wait(for: "cannot be sure", of: "greta", after: added.uid)
        #expect(!question.raw.lowercased().contains("pills") && question["Auto-Submitted"] == "auto-replied")
        #expect(question["Subject"] == "Crier: your answer")
        // Our server says that it is forged.
        try postfix.vouch(for: ["greta"])
        let forged = mail.head(from: "greta", subject: "unsubscribe") + "\n"
        try await scene.sendFromOutside(forged, from: "mallory@example.test")
        let asked = try await mail.wait(for: "asked in your name", of: "greta", after: question.uid)
        mail.feed.add(["Story after a forged end"])
        try await mail.wait(for: "Story after a forged end", of: "greta", after: asked.uid)
        // Whoever has the mail may say that it was they.
        try await mail.reply("yes \(MailScene.code(in: asked))", to: asked, from: "greta", through: postfix)
        try await mail.wait(for: "no mails come by themselves", of: "greta", after: asked.uid)
    }

    @Test func `one mail or one click ends all mail, and resume takes it back`() async throws {
        let port = ServerProcess.freePort()
        let scene = try await PostfixScene(
            ["greta", "hugo"],
            options: """
                unsubscribe_url = "https://news.example.test/unsubscribe"
                unsubscribe_listen = "127.0.0.1:\(port)"

                """
        )
        defer { scene.end() }
        let (mail, postfix) = (scene.mail, scene.postfix)
        mail.feed.add(["The beginning"])
        for name in ["greta", "hugo"] {
            let answer = try await mail.follow(name, through: postfix)
            try await mail.crier.firstFetch(after: answer.text)
        }
        var number = 0
        /// A story that comes to hugo; whether it came to greta too by then.
        func tell() async throws -> SeenMail? {
            var last: SeenMail?
            // The second one is there when the first one would have been.
            for _ in 1...2 {
                number += 1
                let title = "Story number \(number) of many"
                mail.feed.add([title])
                try await mail.wait(for: title, of: "hugo")
                last = try mail.people.inbox("greta@example.test").first {
                    $0.text.contains("Story number \(number - 1) of")
                }
            }
            return last
        }
        func resume(after uid: Int) async throws -> SeenMail {
            try await mail.say("resume", from: "greta", through: postfix)
            // Stories that were on their way are no answers.
            let question = try await mail.people.wait("resume", in: "greta@example.test", after: uid) {
                !$0.text.contains("of many")
            }
            if let code = try? MailScene.code(in: question) {
                try await mail.reply("yes \(code)", to: question, from: "greta", through: postfix)
                try await mail.people.wait("resumed", in: "greta@example.test", after: question.uid) {
                    !$0.text.contains("of many")
                }
            }
            number += 1
            mail.feed.add(["Story number \(number) of many"])
            return try await mail.wait(for: "Story number \(number) of many", of: "greta")
        }
        number += 1
        mail.feed.add(["Story number 1 of many"])
        var push = try await mail.wait(for: "Story number 1 of many", of: "greta")

        // What the button of a mail program sends, from whichever address it likes.
        let header = push["List-Unsubscribe"]
        let target = try #require(header.components(separatedBy: "<mailto:").last?.split(separator: "?").first)
        try await mail.send(
            mail.head(from: "hugo", to: String(target), subject: "unsubscribe") + "\n",
            from: "hugo",
            to: [String(target)],
            through: postfix
        )
        try await waitUntil("the end of mail") { try await tell() == nil }
        let told = try await mail.wait(for: "hugo@example.test has ended the mails", of: "greta", after: push.uid)
        push = try await resume(after: told.uid)

        // A plain mail.
        try await mail.say("unsubscribe", from: "greta", subject: "", through: postfix)
        let goodbye = try await mail.wait(for: "resume", of: "greta", after: push.uid)
        #expect(try await tell() == nil)
        push = try await resume(after: goodbye.uid)

        // One click.
        #expect(push["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click")
        let page = try #require(push["List-Unsubscribe"].components(separatedBy: "<https://news.example.test").last)
        let path = page.prefix { $0 != ">" }
        var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
        // Looking at the page ends nothing: scanners look.
        let (_, look) = try await URLSession.shared.data(for: request)
        #expect((look as? HTTPURLResponse)?.statusCode == 200)
        #expect(try await tell() != nil)
        request.httpMethod = "POST"
        request.httpBody = Data("List-Unsubscribe=One-Click".utf8)
        let (_, response) = try await URLSession.shared.data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(try await tell() == nil)
    }
}
