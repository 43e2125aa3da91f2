import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

/// The first promise and the second, counted in mailboxes.
@Suite(.timed, .enabled(if: MailScene.isScriptedInstalled, "\(MailScene.missingScripted)"))
struct MailKillLiveTests {
    @Test func `kills while mails go out lose none, and a repeat is the same mail`() async throws {
        let mail = try await MailScene(people: ["crowd"])
        let server = try ScriptedSMTPServer(pair: mail.dovecot.pair)
        defer {
            mail.end()
            server.stop()
        }
        mail.feed.add(["Alarm 0 of the beginning"])
        // How many mails are with the server at once.
        let inFlight = 6
        let people = (1...30).map { "reader\($0)@example.test" }
        try await MailReaders.follow(mail.feed.url, people, databasePath: mail.crier.databasePath)
        try mail.start(server)
        try await waitUntil("the first fetch") { mail.crier.log.contains("Feed refreshed") }

        // How much the server had been told by then.
        var kills: [Int] = []
        var titles: [String] = []
        for round in 1...Kills.share(10) {
            let title = "Alarm \(round) rings in the tower"
            titles.append(title)
            mail.feed.add([title])
            let before = server.transactions.count
            if round.isMultiple(of: 2) {
                try await Kills.moment(within: 0...1_500)
            } else {
                // While the mails go out.
                let enough = before + Int.random(in: 1...40)
                try await waitUntil("some mails") { server.transactions.count >= enough }
            }
            mail.crier.kill9()
            kills.append(server.transactions.count)
            try mail.startCrier()
        }
        // Several stories may come in one mail.
        try await waitUntil("everybody has every story") {
            let texts = Dictionary(grouping: server.transactions.filter(\.isTaken)) { $0.to ?? "" }
                .mapValues { $0.compactMap(\.text).joined(separator: "\n") }
            return people.allSatisfy { person in titles.allSatisfy { texts[person]?.contains($0) == true } }
        }
        try await waitUntil("nothing waits any more") {
            try await MailReaders.isAllDelivered(databasePath: mail.crier.databasePath)
        }
        try await mail.crier.terminate()
        let mails = server.transactions.enumerated().filter { $0.element.isTaken }
        // By kill: whose mail had been taken before it came again.
        var repeats = kills.map { _ in [String: Int]() }
        for same in Dictionary(grouping: mails, by: { "\($0.element.to ?? "") \($0.element.id ?? "")" }).values {
            for (first, second) in zip(same, same.dropFirst()) {
                // What the dead bot had in flight may reach the server a little later than it was counted.
                let between = kills.lastIndex { first.offset < $0 + 2 * inFlight && $0 <= second.offset }
                let kill = try #require(between, "a repeat without a kill: \(first) and \(second)")
                repeats[kill][second.element.to ?? "", default: 0] += 1
            }
        }
        for person in people {
            let own = mails.map(\.element).filter { $0.to == person }
            for title in titles {
                let ids = Set(own.filter { $0.text?.contains(title) == true }.compactMap(\.id))
                #expect(ids.count == 1, "\(title) came to \(person) in \(ids.count) mails")
            }
        }
        print("\(kills.count) kills, \(mails.count) mails, repeated by kill: \(repeats.map(\.count))")
        // As many mails as are with the server at once may have been answered and wait to be recorded.
        #expect(repeats.allSatisfy { $0.count <= 2 * inFlight }, "repeated by kill: \(repeats)")
        #expect(repeats.allSatisfy { $0.values.allSatisfy { $0 == 1 } }, "one letter to each: \(repeats)")
    }

    @Test(ClockAhead.isNeeded)
    func `kills while mails are answered leave one answer for each`() async throws {
        let mail = try await MailScene(people: ["greta"])
        let server = try ScriptedSMTPServer(mail.dovecot, pair: mail.dovecot.pair)
        defer {
            mail.end()
            server.stop()
        }
        try mail.start(server, mail: "authserv_id = \"\(PostfixServer.name)\"")
        let topics = ["sub", "alert", "digest", "save", "headlines", "feeds", "news", "set", "more", "about"]
        let command = topics.map { "help \($0)" }.joined(separator: "\n")
        let kills = Kills.share(6)
        for round in 1...kills {
            for _ in 1...2 {
                try await mail.say(command, from: "greta", more: MailScene.vouching(), through: server)
            }
            try await Kills.moment(within: 0...1_200)
            mail.crier.kill9()
            // What a kill cut short is taken up again a minute later: the last start is two minutes later.
            try mail.startCrier(ahead: round == kills ? 120 : 0)
        }
        func answers() throws -> [SeenMail] { try mail.people.inbox("greta@example.test") }
        try await waitUntil("all mails are answered") {
            Set(try answers().map { $0["In-Reply-To"] }).count == 2 * kills
        }
        let store = try Store.open(path: mail.crier.databasePath)
        try await waitUntil("nothing waits any more") {
            try await store.nextKeptMail(network: "mail", after: .distantPast) == nil
        }
        for (question, same) in Dictionary(grouping: try answers(), by: { $0["In-Reply-To"] }) {
            #expect(Set(same.map { $0["Message-ID"] }).count == 1, "\(question)")
            for topic in topics {
                #expect(same[0].text.components(separatedBy: "> help \(topic)\n").count == 2, "\(topic)")
            }
        }
        let repeats = try answers().count - 2 * kills
        print("\(kills) kills, \(2 * kills) mails of ten commands, \(repeats) answers repeated")
        // An answer is on its way for some milliseconds: one for each kill would be many.
        #expect(repeats <= kills)
    }
}
