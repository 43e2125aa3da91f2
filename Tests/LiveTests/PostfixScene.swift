import Foundation
import TestSupport

/// A `MailScene` whose mail goes through Postfix.
final class PostfixScene: Sendable {
    let mail: MailScene
    let postfix: PostfixServer

    /// With `everybodyFollows` everybody has the feed, and nobody is pushed it.
    init(
        _ people: [String] = ["greta"],
        everybodyFollows: Bool = false,
        options: String = "",
        more: String = "",
        clock: MovedClock? = nil
    ) async throws {
        mail = try await MailScene(people: people, clock: clock)
        postfix = try PostfixServer(mail.dovecot)
        let feed = everybodyFollows ? "\n[[feed]]\nurl = \"\(mail.feed.url)\"\nname = \"Growing\"\n" : ""
        let trust = "authserv_id = \"\(PostfixServer.name)\"\n"
        try mail.start(postfix, mail: trust + options + feed, more: more)
    }

    func end() {
        mail.end()
        postfix.stop()
    }

    /// Sends from outside, as a stranger's server does.
    func sendFromOutside(_ mail: String, from sender: String, to recipient: String = MailScene.bot) async throws {
        let error = try await self.mail.people.send(mail, from: sender, to: [recipient], port: postfix.port)
        if let error { throw MailPeople.Failure(description: error) }
    }
}
