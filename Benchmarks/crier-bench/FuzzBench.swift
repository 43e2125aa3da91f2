import Foundation
import Fuzzing

/// Parses damaged documents and reports the cost.
enum FuzzBench {
    private static let sizeLimit = 256 << 10

    /// `arguments`: a folder of documents, the number of damaged documents to make, the seed.
    static func run(_ arguments: [String]) async throws {
        guard arguments.count >= 2, let count = Int(arguments[1]),
            let names = FileManager.default.enumerator(atPath: arguments[0])
        else { throw CocoaError(.fileNoSuchFile) }
        let seed = arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? 1
        // Sorted, because the order of a folder differs between machines and only the seed may matter.
        let originals = names.compactMap { $0 as? String }.sorted().compactMap { name -> [UInt8]? in
            guard let data = FileManager.default.contents(atPath: arguments[0] + "/" + name) else { return nil }
            return data.count <= sizeLimit ? [UInt8](data) : nil
        }
        var run = FuzzRun(originals, seed: seed)
        for _ in 0..<min(count, 1_000) { run.step() }
        let before = MemoryWatch.kilobytes("VmRSS") ?? 0
        let start = ContinuousClock.now
        var slow = 0
        while run.documents < count, !originals.isEmpty {
            guard run.step() > .seconds(1) else { continue }
            slow += 1
        }
        let seconds = Bench.milliseconds(ContinuousClock.now - start) / 1_000
        Bench.report("fuzz.originals", Double(originals.count), "documents")
        Bench.report("fuzz.documents", Double(run.documents), "documents")
        Bench.report("fuzz.bytes", Double(run.bytes) / 1e6, "MB")
        Bench.report("fuzz.rate", Double(max(0, count - 1_000)) / max(seconds, 0.001), "documents/s")
        Bench.report("fuzz.slowest", Bench.milliseconds(run.slowest), "ms")
        Bench.report("fuzz.over_a_second", Double(slow), "documents")
        Bench.report("fuzz.rss_before", Double(before) / 1_000, "MB")
        Bench.report("fuzz.rss_after", Double(MemoryWatch.kilobytes("VmRSS") ?? 0) / 1_000, "MB")
        if run.slowest > .seconds(1) { try keepSlowest(run, seed) }
        try boundWork()
    }

    private struct WorkUnbounded: Error, CustomStringConvertible {
        var names: [String]

        var description: String { "too much work for: " + names.joined(separator: ", ") }
    }

    /// Parses documents made to be slow; throws if one of them costs more per byte than allowed.
    private static func boundWork() throws {
        var broken: [String] = []
        for size in [100_000, 1_000_000, 5_000_000] {
            let measure = WorkMeasure(size: size)
            for hostile in HostileDocument.all {
                let result = measure.measure(hostile)
                Bench.report("fuzz.work[\(result.name), \(result.size) bytes]", result.ratio, "x")
                if result.ratio > WorkMeasure.bound { broken.append("\(result.name) (\(result.size) bytes)") }
            }
        }
        guard broken.isEmpty else { throw WorkUnbounded(names: broken) }
    }

    private static func keepSlowest(_ run: FuzzRun, _ seed: UInt64) throws {
        let path = FileManager.default.temporaryDirectory.path + "/crier-fuzz-slowest-\(seed)"
        try Data(run.slowestDocument).write(to: URL(fileURLWithPath: path))
        print("fuzz: the slowest document is in \(path)")
    }
}
