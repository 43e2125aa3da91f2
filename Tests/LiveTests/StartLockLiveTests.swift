import Foundation
import TestSupport
import Testing

/// A second bot on the same database is refused; whatever else uses the database is not.
@Suite(.timed) struct StartLockLiveTests {
    /// Nobody listens at port 9, so the bot goes on trying to connect.
    private static let configuration = Live.configuration(port: 9)

    private func started() async throws -> CrierProcess {
        let crier = try CrierProcess()
        try crier.configure(Self.configuration)
        try crier.start()
        try await waitUntil("the start") { crier.log.contains("Crier starts") }
        return crier
    }

    private func run(
        _ command: String...,
        beside crier: CrierProcess,
        language: String = "en"
    ) async throws -> (status: Int32, output: String, errors: String) {
        try await CrierProcess.run(
            command + ["--config", crier.folder.path("config.toml")],
            environment: ["LC_ALL": language]
        )
    }

    @Test func `a second start is refused with one sentence, and the first goes on`() async throws {
        let crier = try await started()
        defer { crier.kill9() }
        let second = try await run("run", beside: crier)
        #expect(second.status == 74 && second.errors.contains("another crier, process"), "\(second.errors)")
        #expect(!second.errors.contains("Crier starts"))
        let chinese = try await run("run", beside: crier, language: "zh_CN.UTF-8")
        #expect(chinese.status == 74 && chinese.errors.contains("另一个 crier"), "\(chinese.errors)")
        #expect(crier.isRunning)
    }

    @Test func `console, check and backup work beside the bot`() async throws {
        let crier = try await started()
        defer { crier.kill9() }
        for command in [["console"], ["check"], ["backup", crier.folder.path("copy.sqlite3")]] {
            let result = try await CrierProcess.run(command + ["--config", crier.folder.path("config.toml")])
            #expect(result.status == 0, "\(command) \(result.errors)")
        }
    }

    @Test func `a killed bot can be started again`() async throws {
        let crier = try await started()
        crier.kill9()
        try crier.start()
        defer { crier.kill9() }
        try await waitUntil("the second start") { crier.log.components(separatedBy: "Crier starts").count == 3 }
    }
}
