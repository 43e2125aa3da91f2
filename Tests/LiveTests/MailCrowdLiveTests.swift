import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

/// One digest for a thousand people.
@Suite(.timed, .enabled(if: MailScene.isScriptedInstalled, "\(MailScene.missingScripted)"))
struct MailCrowdLiveTests {
    @Test func `a thousand people get one digest each, of all its stories`() async throws {
        let mail = try await MailScene(people: [])
        let server = try ScriptedSMTPServer(pair: mail.dovecot.pair)
        defer {
            mail.end()
            server.stop()
        }
        let titles = (1...12).map { "Number \($0) of the stories of the day" }
        mail.feed.add(titles)
        let selection = "\n[[feed]]\nurl = \"\(mail.feed.url)\"\nname = \"Growing\"\n"
        // The news is there before the people are.
        try mail.start(server, mail: selection)
        try await waitUntil("the first fetch") { mail.crier.log.contains("Feed refreshed") }
        try await mail.crier.terminate()
        let people = (1...1_000).map { "reader\($0)@example.test" }
        try await MailReaders.getDigest(people, databasePath: mail.crier.databasePath)
        let begin = Date()
        try mail.startCrier()
        try await waitUntil("a thousand mails") { server.transactions.filter(\.isTaken).count >= 1_000 }
        let seconds = Date().timeIntervalSince(begin)
        try await waitUntil("nothing waits any more") {
            try await MailReaders.isAllDelivered(databasePath: mail.crier.databasePath)
        }
        try await mail.crier.terminate()
        let mails = server.transactions.filter(\.isTaken)
        #expect(Set(mails.compactMap(\.to)) == Set(people))
        #expect(mails.count == 1_000)
        #expect(Set(mails.compactMap(\.id)).count == 1_000)
        for title in titles { #expect(mails.allSatisfy { $0.text?.contains(title) == true }, "\(title)") }
        // Every mail comes back to somebody's own address.
        #expect(Set(mails.compactMap(\.sender)).count == 1_000)
        let connections = Set(mails.map(\.connection)).count
        print("1,000 digests in \(String(format: "%.1f", seconds)) s over \(connections) connections")
    }
}
