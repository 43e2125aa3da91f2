import ChildProcesses
import Foundation
import TestSupport
import Testing

/// A reader's life with the bot by mail, over TLS, through Postfix and Dovecot.
@Suite(.timed, .enabled(if: MailScene.isInstalled, "\(MailScene.missing)"))
struct MailJourneyLiveTests {
    private typealias Scene = PostfixScene

    @Test(ClockAhead.isNeeded)
    func `a reader subscribes by mail, confirms, and gets what is new`() async throws {
        let clock = try MovedClock()
        let scene = try await Scene(clock: clock)
        defer { scene.end() }
        let (mail, postfix) = (scene.mail, scene.postfix)
        mail.feed.add(["The beginning of the story"])
        try await mail.say("sub \(mail.feed.url)", from: "greta", through: postfix)
        let question = try await mail.wait(for: "yes ", of: "greta")
        #expect(question["Auto-Submitted"] == "auto-replied")
        // A question is not a command: nothing was done yet.
        #expect(mail.web.requests(to: "/feed.xml").isEmpty)
        try await mail.reply("yes \(MailScene.code(in: question))", to: question, from: "greta", through: postfix)
        let answer = try await mail.wait(for: "Added", of: "greta", after: question.uid)
        #expect(answer["To"].contains("greta@example.test"))
        try await mail.crier.firstFetch(after: answer.text)

        try await mail.say("digest at \(clock.minuteToCome) to mail", from: "greta", through: postfix)
        let dated = try await mail.wait(for: "yes ", of: "greta", after: answer.uid)
        try await mail.reply("yes \(MailScene.code(in: dated))", to: dated, from: "greta", through: postfix)

        let hostile = "Hostile &lt;b&gt;title&#13;&#10;Bcc: victim@example.test&#13;&#10;&#13;&#10;injected 草"
        mail.feed.add(["A second story appears – ça alors", hostile])
        for title in ["A second story appears – ça alors", "injected"] {
            let push = try await mail.wait(for: title, of: "greta", after: answer.uid)
            expectPush(push)
            #expect(push["Reply-To"].contains("crier+") && push["Reply-To"].hasSuffix("@example.test"))
        }
        try await mail.crier.terminate()
        mail.feed.add(["A third story while the bot slept"])
        try mail.startCrier()
        try await mail.wait(for: "A third story while the bot slept", of: "greta", after: answer.uid)
        // The bot looks at its clock whenever it has checked a feed.
        clock.passMinuteToCome()
        let digest = try await mail.people.wait("the digest", in: "greta@example.test", after: answer.uid) {
            $0["Auto-Submitted"] == "auto-generated" && $0.text.contains("Digest")
        }
        expectPush(digest)
        for title in ["The beginning of the story", "A second story appears – ça alors"] {
            #expect(digest.text.contains(title))
        }
        // What its numbers mean is kept with it.
        let number = try #require((1...4).first { Self.line($0, of: digest)?.contains("The beginning of") == true })
        try await mail.reply("save \(number)", to: digest, from: "greta", as: .phone, through: postfix)
        let saved = try await mail.wait(for: "Saved", of: "greta", after: digest.uid)
        #expect(saved.text.contains("The beginning of the story"))
        try await mail.crier.terminate()
        for title in ["A second story", "A third story", "injected"] {
            let pushes = try mail.people.inbox("greta@example.test").filter {
                $0["Auto-Submitted"] == "auto-generated" && $0.text.contains(title) && !$0.text.contains("Digest")
            }
            #expect(pushes.count == 1, "\(title)")
        }
        let ids = try mail.people.inbox("greta@example.test").map { $0["Message-ID"] }
        #expect(Set(ids).count == ids.count)
    }

    /// What every mail nobody asked for at that moment has.
    private func expectPush(_ push: SeenMail) {
        #expect(push.defects.isEmpty, "\(push.defects)")
        #expect(push["Auto-Submitted"] == "auto-generated")
        #expect(push["X-Auto-Response-Suppress"] == "All")
        #expect(push["List-Id"].contains("<crier.example.test>"))
        #expect(push["List-Unsubscribe"].contains("<mailto:crier+"))
        #expect(push["List-Unsubscribe"].contains("subject=unsubscribe"))
        #expect(push["From"].contains("<crier@example.test>"))
        #expect(push["To"].contains("greta@example.test"))
        #expect(push["Return-Path"].contains("<crier+"))
        #expect(push["Message-ID"].hasSuffix("@example.test>"))
        #expect(push.parts.map(\.type).prefix(1) == ["multipart/alternative"])
        #expect(push.parts.contains { $0.type == "text/plain" && $0.format == "flowed" })
        #expect(!push.html.isEmpty && !push.html.contains("<b>title"))
        for name in ["From", "To", "Subject", "Message-ID", "Date", "List-Id", "List-Unsubscribe", "MIME-Version"] {
            #expect(push.all(name).count == 1, "\(name)")
        }
        #expect(push.all("Bcc").isEmpty)
        for line in push.raw.split(separator: "\r\n") { #expect(line.utf8.count <= 998) }
    }

    /// The line of a numbered list, with what is below it.
    static func line(_ number: Int, of mail: SeenMail) -> String? {
        let lines = mail.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let first = lines.firstIndex(where: { $0.hasPrefix("\(number). ") }) else { return nil }
        return lines[first...].prefix(2).joined(separator: " ")
    }

    @Test func `numbers in an answer are those of the mail that is answered, whatever wrote it`() async throws {
        let scene = try await Scene(everybodyFollows: true)
        defer { scene.end() }
        let (mail, postfix) = (scene.mail, scene.postfix)
        try postfix.vouch(for: ["greta"])
        let titles = [
            "Ferry service to Norwick Island resumes", "Mayor plants trees along the canal",
            "Museum returns bronze lion to Benin City", "Parliament approves trial for public workers",
            "Earthquake shakes the northern coast", "Rotterdam opens covered bicycle bridge",
            "Climber takes gold medal in Innsbruck", "Telescope finds water around distant planet",
            "Robot films octopus nursery off Peru",
        ]
        mail.feed.add(titles)
        try await waitUntil("the first fetch") { mail.crier.log.contains("Feed refreshed") }
        try await mail.say("digest", from: "greta", through: postfix)
        let digest = try await mail.wait(for: "Digest", of: "greta")
        let titled = try (1...9).map { number in
            let line = try #require(Self.line(number, of: digest), "\(number) in \(digest.text)")
            return try #require(titles.first { line.contains($0) })
        }
        #expect(Set(titled).count == 9)
        // A newer list, whose numbers mean something else.
        mail.feed.add(["Newest of all stories"])
        try await waitUntil("the newer list") {
            let before = try mail.people.inbox("greta@example.test").count
            try await mail.say("digest 24h", from: "greta", through: postfix)
            try await waitUntil("a list") { try mail.people.inbox("greta@example.test").count > before }
            return try mail.count("Newest of all stories", of: "greta") > 0
        }
        var last = try #require(mail.people.inbox("greta@example.test").last).uid
        func ask(_ text: String, _ program: MailProgram) async throws -> SeenMail {
            try await mail.reply(text, to: digest, from: "greta", as: program, through: postfix)
            let id = digest["Message-ID"]
            let answer = try await mail.people.wait(text, in: "greta@example.test", after: last) {
                $0["References"].contains(id)
            }
            last = answer.uid
            return answer
        }
        #expect(try await ask("save 3", .thunderbird).text.contains(titled[2]))
        #expect(try await ask("more 5", .outlook).text.contains(titled[4]))
        #expect(try await ask("mute 7", .gmail).text.contains(titled[6]))
        let both = try await ask("save 1\nsave 2", .phone).text
        #expect(both.contains(titled[0]) && both.contains(titled[1]))
        try await mail.say("saved", from: "greta", through: postfix)
        let saved = try await mail.wait(for: "saved stories", of: "greta", after: last)
        for number in [0, 1, 2] { #expect(saved.text.contains(titled[number])) }
        #expect(!saved.text.contains("Newest of all stories") && !saved.text.contains(titled[4]))
    }

    @Test func `ten commands, a subject, a file and winmail.dat are each one answer`() async throws {
        let scene = try await Scene(["greta", "hugo"], everybodyFollows: true)
        defer { scene.end() }
        let (mail, postfix) = (scene.mail, scene.postfix)
        try postfix.vouch(for: ["greta", "hugo"])
        mail.feed.add(["Something to read"])
        try await waitUntil("the first fetch") { mail.crier.log.contains("Feed refreshed") }

        let topics = [
            "sub", "alert", "digest", "save", "headlines", "feeds", "news", "search", "more", "about", "read",
        ]
        let lines = topics.map { "help \($0)" }
        try await mail.say(lines.joined(separator: "\n"), from: "hugo", through: postfix)
        let ten = try await mail.wait(for: "help sub", of: "hugo")
        for line in lines.prefix(10) { #expect(ten.text.contains("> \(line)"), "\(line)") }
        #expect(!ten.text.contains("> help read"))
        #expect(ten.text.contains("10 commands"))

        try await mail.say("", from: "hugo", subject: "about", through: postfix)
        let about = try await mail.wait(for: "0.1.0", of: "hugo", after: ten.uid)
        #expect(about["Subject"] == "Re: about")
        #expect(about.html.contains("prefers-color-scheme: dark") && about.html.contains(".m-sports"))
        #expect(try mail.people.inbox("hugo@example.test").count == 2)

        let winmail = Data(Self.winmail("help digest")).base64EncodedString(options: .lineLength76Characters)
        let outlook = """
            Content-Type: multipart/mixed; boundary="b"

            --b
            Content-Type: application/ms-tnef; name="winmail.dat"
            Content-Transfer-Encoding: base64

            \(winmail)
            --b--

            """
        try await mail.send(mail.head(from: "hugo", subject: "Hello") + outlook, from: "hugo", through: postfix)
        let understood = try await mail.wait(for: "> help digest", of: "hugo", after: about.uid)
        #expect(understood.text.contains("digest at"))

        let list = """
            <opml version="2.0"><body><outline text="One" xmlUrl="\(mail.feed.url)"/>\
            <outline text="Two" xmlUrl="\(mail.web.url("/feed.xml?two"))"/></body></opml>
            """
        let file = """
            Content-Type: multipart/mixed; boundary="b"

            --b
            Content-Type: text/plain; charset=us-ascii

            My feeds, please.

            --b
            Content-Type: text/x-opml; name="feeds.opml"
            Content-Disposition: attachment; filename="feeds.opml"
            Content-Transfer-Encoding: base64

            \(Data(list.utf8).base64EncodedString(options: .lineLength76Characters))
            --b--

            """
        try await mail.send(mail.head(from: "greta", subject: "What I read") + file, from: "greta", through: postfix)
        try await mail.people.wait("what was imported", in: "greta@example.test") { $0.text.contains("2") }
        try await mail.say("feeds", from: "greta", through: postfix)
        let feeds = try await mail.people.wait("the feeds", in: "greta@example.test") {
            $0.text.contains("> feeds") || $0["Subject"].contains("feeds")
        }
        #expect(feeds.text.contains("One") || feeds.text.contains("Growing"))
    }

    /// A file of Outlook's whose only text is this.
    private static func winmail(_ text: String) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
        let bytes = Array(text.utf8) + [0]
        let padding = [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
        let body = little(0x1E, 2) + little(0x1000, 2) + little(1, 4) + little(bytes.count, 4) + bytes + padding
        let data = little(1, 4) + body
        return little(0x223E_9F78, 4) + [1, 0] + [1] + little(0x69003, 4) + little(data.count, 4) + data + [0, 0]
    }

    @Test func `a mail that is too large to be read is answered once, and a machine's is not`() async throws {
        let scene = try await Scene(["greta", "hugo"])
        defer { scene.end() }
        let (mail, postfix) = (scene.mail, scene.postfix)
        try await waitUntil("the service has begun") { mail.crier.log.contains("Crier starts") }
        let heads = [
            mail.head(from: "hugo", subject: "about", more: "Auto-Submitted: auto-replied"),
            mail.head(from: "greta", subject: "about", more: "Content-Type: text/plain"),
        ]
        // Past Postfix, which would take none of that size.
        let deliverer = try ChildProcess(
            "/usr/bin/python3",
            [
                "-c",
                """
                import smtplib, sys
                for head in sys.argv[3:]:
                    mail = head + "\\n" + ("x" * 70 + "\\n") * 400000
                    smtplib.LMTP("127.0.0.1", int(sys.argv[1])).sendmail("greta@example.test", [sys.argv[2]], mail.encode())
                """, "\(mail.dovecot.lmtpPort)", MailScene.bot,
            ] + heads,
            folder: mail.crier.folder.url.path,
            output: mail.crier.folder.path("deliverer")
        )
        defer { deliverer.stop() }
        let answer = try await mail.wait(for: "larger than 25 MB", of: "greta")
        #expect(answer["Auto-Submitted"] == "auto-replied" && !answer["Subject"].contains("about"))
        try postfix.vouch(for: ["greta", "hugo"])
        for name in ["hugo", "greta"] {
            try await mail.say("help", from: name, through: postfix)
            try await mail.wait(for: "> help", of: name)
        }
        #expect(try mail.people.inbox("hugo@example.test").count == 1)
        #expect(try mail.people.inbox("greta@example.test").count == 2)
    }

    @Test func `mail comes by a pipe while the service runs`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        let mail = scene.mail
        let more = "Content-Type: text/plain\n" + MailScene.vouching()
        let raw = mail.head(from: "greta", subject: "about", more: more) + "\n\n"
        try scene.postfix.vouch(for: ["greta"])
        try await waitUntil("the service has begun") { mail.crier.log.contains("Crier starts") }
        let result = try await CrierProcess.run(
            [
                "mail-in", "--config", mail.crier.folder.path("config.toml"), "--sender", "greta@example.test",
                "--recipient", MailScene.bot,
            ],
            input: raw,
            environment: ["CRIER_MAIL_PASSWORD": DovecotServer.password]
        )
        #expect(result.status == 0, "\(result.errors)")
        try await mail.wait(for: "0.1.0", of: "greta")
        // A mail that the mailbox has as well is answered once.
        try await mail.send(raw, from: "greta", through: scene.postfix)
        try await mail.say("help", from: "greta", through: scene.postfix)
        try await mail.people.wait("help", in: "greta@example.test") { $0.text.contains("> help") }
        #expect(try mail.count("0.1.0", of: "greta") == 1)
        #expect(try await CrierProcess.run(["mail-in", "--config", "/nonexistent"], input: raw).status == 75)
    }
}
