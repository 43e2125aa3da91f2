import Foundation
import TestSupport
import Testing

/// What a spam filter thinks of a digest.
@Suite(.timed, .enabled(if: MailScene.isInstalled, "\(MailScene.missing)"))
struct MailSpamLiveTests {
    @Test(.enabled(if: SpamAssassin.isInstalled, "spamassassin is not installed: skipped"))
    func `SpamAssassin finds next to nothing wrong with a digest`() async throws {
        let scene = try await PostfixScene(everybodyFollows: true)
        defer { scene.end() }
        let mail = scene.mail
        mail.feed.add([
            "Ferry service to Norwick Island resumes after storm", "Mayor plants 40,000 trees along the canal",
            "Museum returns bronze lion to Benin City at last", "Parliament approves trial for public workers",
            "Earthquake shakes the northern coast near Valmora", "Rotterdam opens covered bicycle bridge",
            "Bank offers free credit, experts warn", "Telescope finds water around distant planet",
            "电报：渡轮恢复通航", "Größte Brücke Europas eröffnet",
        ])
        try await waitUntil("the first fetch") { mail.crier.log.contains("Feed refreshed") }
        try await mail.crier.terminate()
        try await MailReaders.getDigest(["greta@example.test"], databasePath: mail.crier.databasePath)
        try mail.startCrier()
        let digest = try await mail.people.wait("the digest", in: "greta@example.test") { _ in true }
        #expect(digest.defects.isEmpty, "\(digest.defects)")
        #expect(digest["List-Unsubscribe"].contains("mailto:"))
        let judgement = try await SpamAssassin(digest.raw)
        print("SpamAssassin: \(judgement.score)\(judgement.report)")
        #expect(judgement.score <= 1.0, "\(judgement.report)")
    }
}
