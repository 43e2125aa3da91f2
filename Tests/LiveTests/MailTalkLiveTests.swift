import Foundation
import TestSupport
import Testing

/// What people write by mail beside plain commands, and whether what the bot tells them to write does what it says.
@Suite(.timed, .enabled(if: MailScene.isInstalled, "\(MailScene.missing)"))
struct MailTalkLiveTests {
    /// The commands a mail shows to be copied; its text has each of them in marks that it does not hold itself.
    private func hints(_ start: String, in mail: SeenMail) -> [String] {
        let codes = mail.html.components(separatedBy: "<code").dropFirst().compactMap { piece in
            piece.components(separatedBy: "</code>").first?.split(separator: ">", maxSplits: 1).last
        }
        let entities = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&amp;", "&"),
        ]
        let commands = codes.map { entities.reduce(String($0)) { $0.replacing($1.0, with: $1.1) } }
        for command in commands {
            let shown = command.contains("\"") ? "“\(command)”" : "\"\(command)\""
            #expect(mail.text.replacing("\n", with: "").contains(shown), "\(shown)")
        }
        return commands.filter { $0.hasPrefix(start) }
    }

    @Test func `answers to questions, hints and addresses are taken as they were meant`() async throws {
        let scene = try await PostfixScene(["greta", "hugo"])
        defer { scene.end() }
        let (mail, postfix) = (scene.mail, scene.postfix)
        let paper = GrowingFeed(mail.web, path: "/paper.xml", title: "The Paper: News from Berlin & Co")
        mail.feed.add(["The beginning of the story"])
        paper.add(["The paper begins"])
        var last = 0
        func ask(_ text: String, as subject: String = "Hello", expect words: String...) async throws -> SeenMail {
            try await mail.say(text, from: "greta", subject: subject, through: postfix)
            return try await answer(words)
        }
        func answer(_ words: [String]) async throws -> SeenMail {
            let seen = try await mail.wait(for: words[0], of: "greta", after: last)
            for word in words { #expect(seen.text.contains(word), "\(word): \(seen.text)") }
            last = seen.uid
            return seen
        }

        // No.
        let question = try await ask("sub \(paper.url)", expect: "yes ")
        try await mail.reply("No thanks!", to: question, from: "greta", as: .gmail, through: postfix)
        _ = try await answer(["Fine, nothing was changed."])
        #expect(mail.web.requests(to: "/paper.xml").isEmpty)

        // What is below a code is done, too.
        let again = try await ask("sub \(paper.url)", expect: "yes ")
        let code = try MailScene.code(in: again)
        try await mail.reply("yes \(code)\nhelp", to: again, from: "greta", as: .outlook, through: postfix)
        let added = try await mail.wait(for: "Added", of: "greta", after: again.uid)
        _ = try await mail.wait(for: "> help", of: "greta", after: again.uid)
        last = try #require(mail.people.inbox("greta@example.test").last).uid
        try await mail.crier.firstFetch(after: added.text)
        let undo = try #require(hints("unsub ", in: added).first)
        #expect(undo == "unsub \"The Paper: News from Berlin & Co\"")
        try postfix.vouch(for: ["greta", "hugo"])

        // A bare yes.
        let forget = try await ask("forget me", expect: "yes ")
        try await mail.reply("yes", to: forget, from: "greta", as: .phone, through: postfix)
        _ = try await answer(["Please answer with the code", "yes "])

        // Nothing is dropped in silence: what is pasted is followed, what is not read is named.
        let pasted = try await ask("help digest\n\n\(mail.feed.url)\n\nBest,\nGreta", expect: "sub \(mail.feed.url)")
        #expect(!pasted.text.contains("did not read"))
        let silent = try await ask("headlines to mail\n\nIt was nice.\n\nschedules", expect: "did not read them")
        #expect(silent.text.contains("> headlines to mail") && silent.text.contains("\nschedules"))
        #expect(!silent.text.contains("> schedules"))
        _ = try await ask("help", as: "schedules", expect: "The subject of your mail was a command")

        // By the clock.
        let weekly = try await ask("digest weekly", expect: "the last 7 days", "Mon at 08:00", "You named no time")
        let off = try #require(hints("schedules off", in: weekly).first)
        let other = try #require(hints("schedules ", in: weekly).first { $0.contains(" at ") })
        try await mail.reply("\(other)\n\(off)", to: weekly, from: "greta", as: .thunderbird, through: postfix)
        _ = try await answer(["Mon at 18:00", "Stopped: Digest"])
        _ = try await ask("headlines daily 5 to mail", expect: "Headlines (5 stories) daily at 08:00")

        // What came by an alert and from a followed feed is stopped by both lines that the mail shows.
        _ = try await ask("alert add comet", expect: "Alert 1")
        paper.add(["A comet is seen over Berlin"])
        let push = try await answer(["A comet is seen over Berlin", "for the alert"])
        let lines = hints("alert 1 off", in: push) + hints("unsub ", in: push)
        #expect(lines == ["alert 1 off", undo])
        try await mail.reply(lines.joined(separator: "\n"), to: push, from: "greta", as: .gmail, through: postfix)
        _ = try await answer(["Removed The Paper: News from Berlin & Co.", "> alert 1 off"])

        // Passed on with its addresses: the other one can end her mail, which she is told, and nothing else.
        let target = MailScene.bareAddress(push["Reply-To"])
        func passOn(_ text: String) async throws {
            let head = mail.head(
                from: "hugo",
                to: target,
                subject: "Re: Fwd: news",
                more: "Reply-To: greta@example.test"
            )
            try await mail.send(head + "\n\(text)\n", from: "hugo", to: [target], through: postfix)
        }
        try await passOn("schedules")
        let his = try await mail.wait(for: "> schedules", of: "hugo")
        #expect(!his.text.contains("18:00"))
        try await passOn("unsubscribe")
        let told = try await answer(["hugo@example.test has ended the mails to you"])
        try await mail.reply("resume", to: told, from: "greta", through: postfix)
        _ = try await answer(["Welcome back"])
        let ended = try await mail.wait(for: "went to somebody else", of: "hugo", after: his.uid)
        #expect(!ended.text.contains("greta") && !ended.html.contains("greta"))
        #expect(try mail.people.inbox("hugo@example.test").count == 2)
    }
}
