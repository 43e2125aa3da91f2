import ChildProcesses
package import Foundation

/// A time of day that is ahead, for one process.
package enum ClockAhead {
    private static let compiler = "/usr/bin/cc"
    package static let isAvailable = FileManager.default.isExecutableFile(atPath: compiler)

    package struct NotBuilt: Error {}

    /// What a process needs in its environment; `folder` keeps the library that does it.
    package static func environment(seconds: Int, folder: URL) throws -> [String: String] {
        let library = folder.appending(path: "ahead.so").path
        if !FileManager.default.fileExists(atPath: library) {
            let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../Clients/ahead.c").standardizedFileURL.path
            guard ChildProcess.succeeds(compiler, ["-O1", "-shared", "-fPIC", "-o", library, source]) else {
                throw NotBuilt()
            }
        }
        return ["LD_PRELOAD": library, "CRIER_TEST_AHEAD": "\(seconds)"]
    }
}
