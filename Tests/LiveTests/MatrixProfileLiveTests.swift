import Foundation
import TestSupport
import Testing

/// What the bot's account shows of itself.
@Suite(.timed, .enabled(if: SynapseServer.isInstalled, "Synapse is not installed: skipped"))
struct MatrixProfileLiveTests {
    @Test(arguments: [true, false])
    func `the configured name is shown where the server lets accounts choose theirs`(isAllowed: Bool) async throws {
        let synapse = isAllowed ? nil : try SynapseServer(extra: "enable_set_displayname: false")
        let scene = try await MatrixScene(on: synapse, matrix: "display_name = \"Town Crier\"")
        defer { scene.end() }
        let room = try await scene.alice.createRoom(invite: [scene.bot])
        try await scene.alice.wait(for: ": headlines", in: room)
        #expect(try await scene.alice.displayName(of: scene.bot) == (isAllowed ? "Town Crier" : "crier"))
        #expect(!scene.crier.log.contains("display name not set"))
        try await scene.alice.say("\(isAllowed ? "Town Crier" : "crier"): about", in: room)
        try await scene.alice.wait(for: "0.1.0", in: room)
    }
}
