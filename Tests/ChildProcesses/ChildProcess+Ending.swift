package import Foundation
import Glibc

extension ChildProcess {
    package struct DidNotEnd: Error, CustomStringConvertible {
        package let description: String
    }

    package struct Failed: Error, CustomStringConvertible {
        package let description: String
    }

    /// Waits until it has ended, and gives its exit status; one that has not in time is killed.
    @discardableResult
    package func waitForEnd(seconds: Double = 120) async throws -> Int32 {
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            if let status = try exitStatus(until: end, seconds) { return status }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// The same, where nothing can be awaited.
    @discardableResult
    package func waitForEnd(seconds: Double = 120) throws -> Int32 {
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            if let status = try exitStatus(until: end, seconds) { return status }
            usleep(1_000)
        }
    }

    private func exitStatus(until end: ContinuousClock.Instant, _ seconds: Double) throws -> Int32? {
        if let exitStatus { return exitStatus }
        guard ContinuousClock.now >= end else { return nil }
        stop()
        throw DidNotEnd(description: "\(command) had not ended after \(seconds) s and was killed")
    }

    /// Whether a program that needs no input ends well.
    package static func succeeds(_ program: String, _ arguments: [String]) -> Bool {
        let status = try? ChildProcess(program, arguments, folder: "/", output: "/dev/null").waitForEnd()
        return status == 0
    }

    /// What a program that needs no input writes; throws when it ends badly.
    package static func output(of program: String, _ arguments: [String], seconds: Double = 120) throws -> Data {
        let file = FileManager.default.temporaryDirectory.appending(path: "crier-output-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = try ChildProcess(program, arguments, folder: "/", output: file.path, errors: "/dev/null")
        let status = try process.waitForEnd(seconds: seconds)
        guard status == 0 else { throw Failed(description: "\(process.command) ended with \(status)") }
        return try Data(contentsOf: file)
    }
}
