import Foundation

/// One benchmark: its usage, and the function that gets the arguments after its name.
struct Benchmark: Sendable {
    var usage: String
    var run: @Sendable ([String]) async throws -> Void
}

/// `crier-bench NAME [ARGUMENTS]` prints `name value unit` lines.
@main struct Bench {
    private static let benchmarks: [String: Benchmark] = [
        "analyse": Benchmark(usage: "analyse FOLDER [COUNT]", run: AnalyseBench.run),
        "alerts": Benchmark(usage: "alerts [COUNT…]", run: AlertsBench.run),
        "fuzz": Benchmark(usage: "fuzz FOLDER COUNT [SEED]", run: FuzzBench.run),
        "grids": Benchmark(usage: "grids [COUNT]", run: GridsBench.run),
        "open": Benchmark(usage: "open DATABASE", run: OpenBench.run),
        "parse": Benchmark(usage: "parse FOLDER [ROUNDS]", run: ParseBench.run),
        "quiz": Benchmark(usage: "quiz [COUNT [CORPORA]]", run: QuizBench.run),
        "refresh": Benchmark(usage: "refresh URLFILE [engine|whole [PASSES]]", run: RefreshBench.run),
        "prune": Benchmark(usage: "prune [ARTICLES [TEXTBYTES]]", run: PruneBench.run),
        "commands": Benchmark(
            usage: "commands [ARTICLES [PROFILES [FOLDER [lists|answers|search|commit…]]]]",
            run: StoreBench.run
        ),
    ]

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let name = arguments.first, let benchmark = benchmarks[name] else {
            let known = benchmarks.values.map { "crier-bench \($0.usage)" }.sorted().joined(separator: "\n       ")
            FileHandle.standardError.write(Data("usage: \(known)\n".utf8))
            exit(64)
        }
        do {
            try await benchmark.run(Array(arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("crier-bench \(name): \(error)\n".utf8))
            exit(65)
        }
    }

    static func milliseconds(_ duration: Duration) -> Double {
        let parts = duration.components
        return Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15
    }

    static func report(_ name: String, _ value: Double, _ unit: String) {
        line("\(name) \(String(format: "%.2f", value)) \(unit)")
    }

    /// Reports the median of some milliseconds, and their 99th percentile with its limit.
    static func report(_ times: [Double], _ name: String, limit: Double? = nil) {
        guard !times.isEmpty else { return }
        let sorted = times.sorted()
        let p99 = sorted[sorted.count * 99 / 100]
        report("\(name).median", sorted[sorted.count / 2], "ms")
        if let limit { report("\(name).p99", p99, "ms", limit: limit) } else { report("\(name).p99", p99, "ms") }
    }

    /// Reports a value that should not exceed a limit: `name value unit limit L ratio R`.
    static func report(_ name: String, _ value: Double, _ unit: String, limit: Double) {
        let ratio = String(format: "%.2f", value / limit)
        line("\(name) \(String(format: "%.2f", value)) \(unit) limit \(String(format: "%.2f", limit)) ratio \(ratio)")
    }

    /// Shown at once, also in a file.
    private static func line(_ text: String) {
        print(text)
        fflush(nil)
    }
}
