import Foundation
import TestSupport
import Testing

/// What the bot's account shows of itself.
@Suite(.enabled(if: SynapseServer.isInstalled, "Synapse is not installed: skipped"))
struct MatrixProfileLiveTests {
    private let bot = MatrixScene.bot

    @Test(arguments: [true, false])
    func `the configured name is shown where the server lets accounts choose theirs`(isAllowed: Bool) async throws {
        let scene = try await MatrixScene(
            matrix: "display_name = \"Town Crier\"",
            server: "enable_set_displayname: \(isAllowed)"
        )
        defer { scene.end() }
        let room = try await scene.alice.createRoom(invite: [bot])
        try await scene.alice.wait(for: "!headlines", in: room)
        #expect(try await scene.alice.displayName(of: bot) == (isAllowed ? "Town Crier" : "crier"))
        #expect(!scene.crier.log.contains("display name not set"))
        try await scene.alice.say("\(isAllowed ? "Town Crier" : "crier"): about", in: room)
        try await scene.alice.wait(for: "0.1.0", in: room)
    }
}
