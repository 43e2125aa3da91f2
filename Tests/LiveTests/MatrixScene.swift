import Foundation
import TestSupport

/// A feed, Alice, and the bot beside them, on a homeserver.
final class MatrixScene {
    let home: Homeserver
    private let ownServer: SynapseServer?
    let web: LocalWebServer
    let feed: GrowingFeed
    let crier: CrierProcess
    let alice: MatrixPerson

    /// On the shared homeserver, where the test does not bring its own, which ends with the scene.
    init(
        on ownServer: SynapseServer? = nil,
        invites: (Homeserver) -> String = { _ in "\"anyone\"" },
        matrix: String = "",
        limits: String = "",
        clock: MovedClock? = nil
    ) async throws {
        let home = try ownServer?.home ?? Homeserver.shared()
        self.ownServer = ownServer
        self.home = home
        web = try LocalWebServer()
        feed = GrowingFeed(web)
        crier = try CrierProcess()
        alice = try await MatrixPerson(home, "alice")
        try await home.register("crier")
        try crier.folder.write("password", "crier-password\n")
        try crier.configure(
            """
            \(Live.plain)
            [limits]
            \(limits)
            [storage]
            new_per_day = 5000
            [[matrix]]
            name = "home"
            homeserver = "\(home.url)"
            user = "\(home.userID("crier"))"
            password_file = "password"
            invites = \(invites(home))
            \(matrix)
            """
        )
        try crier.start(environment: clock?.environment ?? [:])
    }

    /// The bot's user id.
    var bot: String { home.userID("crier") }

    /// Has Alice follow the feed, until the bot knows what stands in it; the bot's answer.
    @discardableResult
    func follow(in room: String, by command: String = "!sub") async throws -> MatrixPerson.Seen {
        let question = try await alice.say("\(command) \(feed.url)", in: room)
        let answer = try await alice.wait("that it is added") {
            // In private the answer stands right below the question.
            $0.room == room && $0.sender == bot && $0.body.contains("Added")
                && ($0.repliesTo == question || $0.repliesTo == nil)
        }
        try await crier.firstFetch(after: answer.body)
        return answer
    }

    func end() {
        crier.kill9()
        ownServer?.stop()
        web.stop()
    }
}
