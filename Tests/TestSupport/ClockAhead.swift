import ChildProcesses
package import Foundation

/// A time of day that is ahead, or runs faster, for one process.
package enum ClockAhead {
    private static let compiler = "/usr/bin/cc"
    package static let isAvailable = FileManager.default.isExecutableFile(atPath: compiler)

    package struct NotBuilt: Error {}

    /// What a process needs in its environment; `folder` keeps the library that does it.
    ///
    /// Its hours pass `rate` times as fast from its start on, while its timers keep the world's time.
    package static func environment(seconds: Int = 0, rate: Int = 1, folder: URL) throws -> [String: String] {
        let library = folder.appending(path: "ahead.so").path
        if !FileManager.default.fileExists(atPath: library) {
            let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../Clients/ahead.c").standardizedFileURL.path
            guard ChildProcess.succeeds(compiler, ["-O1", "-shared", "-fPIC", "-o", library, source]) else {
                throw NotBuilt()
            }
        }
        return ["LD_PRELOAD": library, "CRIER_TEST_AHEAD": "\(seconds)", "CRIER_TEST_RATE": "\(rate)"]
    }
}
