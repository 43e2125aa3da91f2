import Foundation
import Storage

/// Measures how long the first start after an update takes: opening a database, which is brought up to date.
enum OpenBench {
    /// `arguments`: the path of a database file, which is changed.
    static func run(_ arguments: [String]) async throws {
        guard let path = arguments.first, FileManager.default.fileExists(atPath: path) else {
            throw CocoaError(.fileNoSuchFile)
        }
        let start = ContinuousClock.now
        _ = try Store.open(path: path)
        Bench.report("open", Bench.milliseconds(ContinuousClock.now - start) / 1_000, "s")
    }
}
