import Testing

@Suite struct ForbiddenWordTests {
    private let files = SourceTree.swiftFiles(under: "Sources")

    @Test func `no source file is longer than 300 lines`() {
        for file in files {
            let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
            // Tables of data may be longer.
            let isTable = file.text.contains("// A table of data")
            #expect(count <= 300 || isTable, "\(file.path) has \(count) lines")
        }
    }

    /// The formatter breaks code, but no comments.
    @Test(arguments: ["Sources", "Tests", "Benchmarks"])
    func `no comment is longer than a line of code may be`(folder: String) {
        for file in SourceTree.swiftFiles(under: folder) {
            for (index, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                guard line.count > 120, line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
                Issue.record("\(file.path), line \(index + 1): \(line.count) characters")
            }
        }
    }

    @Test(arguments: [
        "fatalError(", "try!", "Bundle.module", "TODO", "FIXME", "NSRegularExpression", " Regex(", "Task.detached",
        "print(", "unsafeBitCast",
    ])
    func `nothing in Sources uses what the default selection forbids`(forbidden: String) {
        for file in files { #expect(!file.text.contains(forbidden), "\(file.path) contains \(forbidden)") }
    }

    @Test func `no loop runs outside the task tree`() {
        for file in files {
            #expect(!file.text.contains(" Task {"), "\(file.path) starts an unstructured task")
        }
    }

    @Test func `no module reads the environment but the executable`() {
        for file in files where file.module != "crier" {
            #expect(!file.text.contains("ProcessInfo.processInfo.environment"), "\(file.path)")
            #expect(!file.text.contains("getenv("), "\(file.path)")
        }
    }

    @Test func `no module is a grab bag`() {
        for module in Set(files.map(\.module)) {
            for word in ["Util", "Helper", "Core", "Common", "Manager", "Base", "Impl"] {
                #expect(!module.contains(word), "\(module)")
            }
        }
    }

    @Test func `tests start programs as a ChildProcess, never as Foundation's Process, which hangs`() {
        for file in SourceTree.swiftFiles(under: "Tests") where file.module != "ArchitectureTests" {
            #expect(!file.text.contains(" Process()"), "\(file.path)")
        }
    }

    @Test func `tests wait for facts, not for time`() {
        // Looks again within a deadline, random moments of kills, the pace of a crowd, and a real clock.
        let allowed: Set = [
            "ChildProcess+Ending", "WaitUntil", "PatientPerson", "Kills", "CrowdScene", "Conversation",
        ]
        // Servers that do not say when they listen, a long poll in small, and locks of tests that hang otherwise.
        let bounded: Set = [
            "ChildProcess+Ending", "ServerProcess", "InspIRCdServer", "ScriptedMailServer", "SyncedHomeserver",
            "RuleCheckTests", "Gate", "FeedCommandTests",
        ]
        for file in SourceTree.swiftFiles(under: "Tests") where file.module != "ArchitectureTests" {
            #expect(!file.text.contains("Thread.sleep"), "\(file.path)")
            let waits = file.text.split(separator: "\n").filter { $0.contains("waitUntil(") }
            #expect(!waits.contains { $0.contains("timeIntervalSince(") }, "\(file.path)")
            let name = file.path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
            #expect(allowed.contains(name) || !file.text.contains("Task.sleep"), "\(file.path)")
            for wait in ["usleep(", ".wait(timeout:"] {
                #expect(bounded.contains(name) || !file.text.contains(wait), "\(file.path)")
            }
        }
    }

    @Test func `every live test says how long it took`() {
        for file in SourceTree.swiftFiles(under: "Tests/LiveTests") where file.text.contains("@Test") {
            #expect(file.text.contains("@Suite(\n    .timed") || file.text.contains("@Suite(.timed"), "\(file.path)")
        }
    }
}
