import Foundation
import TestSupport
import Testing

/// What everybody sees where the operator names no feeds.
@Suite(.timed) struct DefaultSelectionLiveTests {
    /// Every request goes to a proxy that is not there: nothing leaves this machine.
    private func feeds(_ toml: String) async throws -> (check: String, console: String) {
        let folder = try TemporaryFolder()
        try folder.write("config.toml", toml + "\n[fetch]\nproxy = \"http://127.0.0.1:1\"\n")
        let config = ["--config", folder.path("config.toml")]
        let check = try await CrierProcess.run(["check"] + config)
        let console = try await CrierProcess.run(["console"] + config, input: "feeds\n")
        #expect(console.status == 0, "\(console.errors)")
        return (check.output, console.output)
    }

    @Test func `without feeds the catalogue's pick is selected`() async throws {
        let (check, console) = try await feeds("")
        #expect(check.contains("No [[feed]]: 16 sources of the catalogue are the default selection."))
        #expect(console.contains("default selection, 16 feeds"))
        #expect(console.contains("BBC News — News"))
    }

    @Test func `an operator may have none, or only what is named`() async throws {
        let none = try await feeds("[catalogue]\ndefault_selection = false\n")
        #expect(none.console.contains("Nothing is followed here yet"))
        #expect(!none.check.contains("default selection"))
        let named = try await feeds("[[feed]]\nurl = \"https://one.example/feed\"\nname = \"One\"\n")
        #expect(named.console.contains("default selection, 1 feed") && named.console.contains("1. One"))
    }
}
