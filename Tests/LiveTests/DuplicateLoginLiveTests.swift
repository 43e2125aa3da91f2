import Foundation
import TestSupport
import Testing

/// Two bots with one account of a network, each with a database of its own, as two copies of one configuration make.
@Suite(
    .timed,
    .enabled(
        if: InspIRCdServer.isInstalled && AthemeServices.isInstalled,
        "inspircd or atheme-services is not installed: skipped"
    )
)
struct DuplicateLoginLiveTests {
    private static func configuration(port: Int, passwordFile: String) -> String {
        Live.configuration(port: port).replacing("identity = \"nick\"", with: "identity = \"account\"") + """

            sasl_account = "crier"
            sasl_password_file = "\(passwordFile)"
            """
    }

    /// A wait of a minute is in it, as people have it.
    @Test func `the second bot leaves and says why, and takes over when the first has stopped`() async throws {
        let server = try InspIRCdServer()
        let services = try AthemeServices(linkedTo: server)
        let first = try CrierProcess()
        let second = try CrierProcess()
        defer {
            first.kill9()
            second.kill9()
            services.stop()
            server.stop()
        }
        let owner = try RawIRCClient(port: server.port, nick: "crier")
        try await owner.wait(for: " 001 ")
        try await owner.register("crier")
        owner.hangUp()
        try await waitUntil("the owner is gone") { owner.isClosed }
        let alice = try RawIRCClient(port: server.port, nick: "alice")
        try await alice.wait(for: " 001 ")
        alice.send("JOIN #news")
        try await alice.wait(for: " 366 ")

        for crier in [first, second] {
            try crier.folder.write("sasl.password", "secret123\n")
            let passwordFile = crier.folder.path("sasl.password")
            try crier.configure(Self.configuration(port: server.port, passwordFile: passwordFile))
        }
        try first.start()
        try await alice.wait(for: ":crier!", "JOIN")
        try second.start()
        let sentence =
            "Another Crier is logged in to 127.0.0.1 as crier: stop it, or give this one an account of its own"
        try await waitUntil("the sentence") { second.log.contains(sentence) }
        #expect(second.log.components(separatedBy: sentence).count == 2)
        try await waitUntil("the warning") { first.log.contains("was told to leave") }
        alice.send("PRIVMSG #news :!help")
        try await alice.wait(for: ":crier!", "PRIVMSG #news")
        // Whatever the second would say is said before this answer.
        alice.send("PRIVMSG crier :help")
        try await alice.wait(for: ":crier!", "PRIVMSG alice")
        #expect(!alice.lines.contains { $0.hasPrefix(":crier_!") }, "\(alice.lines)")
        #expect(!first.log.contains("IRC disconnected"))

        try await first.terminate()
        try await alice.wait(for: ":crier!", "QUIT")
        try await alice.wait(for: ":crier!", "JOIN")
        alice.send("PRIVMSG crier :help")
        try await alice.wait(for: ":crier!", "PRIVMSG alice")
        #expect(second.log.components(separatedBy: sentence).count == 2)
    }
}

extension RawIRCClient {
    /// The next line of this sender that contains the words.
    fileprivate func wait(for sender: String, _ words: String) async throws {
        try await wait(seconds: 240, "\(sender) \(words)") { $0.hasPrefix(sender) && $0.contains(words) }
    }
}
