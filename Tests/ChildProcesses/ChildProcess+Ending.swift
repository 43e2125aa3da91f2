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
    package func waitForEnd(seconds: Double = 300) async throws -> Int32 {
        let (ended, end) = AsyncStream<Void>.makeStream()
        whenEnded { end.finish() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in ended {} }
            group.addTask { try await Task.sleep(for: .seconds(seconds)) }
            _ = try await group.next()
            group.cancelAll()
        }
        try Task.checkCancellation()
        return try statusNow(after: seconds)
    }

    /// The same, where nothing can be awaited.
    @discardableResult
    package func waitForEnd(seconds: Double = 300) throws -> Int32 {
        let ended = DispatchSemaphore(value: 0)
        whenEnded { ended.signal() }
        _ = ended.wait(timeout: .now() + seconds)
        return try statusNow(after: seconds)
    }

    /// Calls on a thread of its own when the process has ended, and leaves its status to be read.
    private func whenEnded(_ call: @escaping @Sendable () -> Void) {
        let child = id_t(processIdentifier)
        Thread.detachNewThread {
            var information = siginfo_t()
            while waitid(P_PID, child, &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
            call()
        }
    }

    private func statusNow(after seconds: Double) throws -> Int32 {
        if let exitStatus { return exitStatus }
        stop()
        throw DidNotEnd(description: "\(command) had not ended after \(seconds) s and was killed")
    }

    /// Whether a program that needs no input ends well.
    package static func succeeds(_ program: String, _ arguments: [String]) -> Bool {
        let status = try? ChildProcess(program, arguments, folder: "/", output: "/dev/null").waitForEnd()
        return status == 0
    }

    /// What a program that needs no input writes; throws when it ends badly.
    package static func output(of program: String, _ arguments: [String], seconds: Double = 300) throws -> Data {
        let file = FileManager.default.temporaryDirectory.appending(path: "crier-output-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = try ChildProcess(program, arguments, folder: "/", output: file.path, errors: "/dev/null")
        let status = try process.waitForEnd(seconds: seconds)
        guard status == 0 else { throw Failed(description: "\(process.command) ended with \(status)") }
        return try Data(contentsOf: file)
    }
}
