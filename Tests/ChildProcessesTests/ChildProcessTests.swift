import Foundation
import Glibc
import Testing

@testable import ChildProcesses

@Suite struct ChildProcessTests {
    @Test func `a child that does not end in time is killed, and said by name`() async throws {
        let child = try ChildProcess("sleep", ["600"], folder: "/", output: "/dev/null")
        let error = await #expect(throws: ChildProcess.DidNotEnd.self) { try await child.waitForEnd(seconds: 0.05) }
        #expect(error?.description == "sleep 600 had not ended after 0.05 s and was killed")
        #expect(child.exitStatus == 128 + SIGKILL)
        let error2 = #expect(throws: ChildProcess.DidNotEnd.self) {
            try ChildProcess.output(of: "sleep", ["601"], seconds: 0.05)
        }
        #expect(error2?.description.contains("sleep 601") == true)
    }

    @Test func `what a program writes and how it ends is told`() async throws {
        #expect(try ChildProcess.output(of: "printf", ["%s", "words"]) == Data("words".utf8))
        #expect(throws: ChildProcess.Failed.self) { try ChildProcess.output(of: "false", []) }
        #expect(ChildProcess.succeeds("true", []) && !ChildProcess.succeeds("false", []))
        #expect(!ChildProcess.succeeds("/there/is/no/such/program", []))
        let child = try ChildProcess("/bin/sh", ["-c", "exit 7"], folder: "/", output: "/dev/null")
        #expect(try await child.waitForEnd() == 7)
    }

    @Test func `however many files are open, a child ends and inherits none of them`() throws {
        var limit = rlimit()
        #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        limit.rlim_cur = limit.rlim_max
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        let files = (0..<1_200).map { _ in open("/dev/null", O_RDONLY) }
        defer { for file in files where file >= 0 { close(file) } }
        #expect((files.max() ?? 0) > 1_024)
        let seen = try ChildProcess.output(of: "/bin/sh", ["-c", "ls /proc/$$/fd | wc -l"])
        let count = Int(String(decoding: seen, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        // Three, and what the shell needs itself.
        #expect(try #require(count) <= 6)
    }
}
