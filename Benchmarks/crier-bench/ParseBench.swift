import FeedParsing
import Foundation

/// Measures the parsing of feed documents in memory, on one thread.
enum ParseBench {
    /// `arguments`: a folder of feed documents, and the number of rounds.
    static func run(_ arguments: [String]) async throws {
        guard let folder = arguments.first, let names = FileManager.default.enumerator(atPath: folder) else {
            throw CocoaError(.fileNoSuchFile)
        }
        let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 20
        let documents = names.compactMap { name -> [UInt8]? in
            guard let name = name as? String else { return nil }
            return FileManager.default.contents(atPath: folder + "/" + name).map { [UInt8]($0) }
        }.filter { (try? FeedParser.parse($0)) != nil }
        let bytes = documents.reduce(0) { $0 + $1.count }
        var items = 0
        var (best, bestRaw) = (Duration.seconds(1_000_000), Duration.seconds(1_000_000))
        // Both run in every round, so that both see the same load of the machine.
        for _ in 0..<max(1, rounds) {
            items = 0
            var start = ContinuousClock.now
            for document in documents { items += (try? FeedParser.parse(document).items.count) ?? 0 }
            best = min(best, ContinuousClock.now - start)
            start = ContinuousClock.now
            for document in documents { RawSAX.parse(document) }
            bestRaw = min(bestRaw, ContinuousClock.now - start)
        }
        let seconds = Bench.milliseconds(best) / 1_000
        let rawSeconds = Bench.milliseconds(bestRaw) / 1_000
        Bench.report("parse.documents", Double(documents.count), "documents")
        Bench.report("parse.items", Double(items), "items")
        Bench.report("parse.throughput", Double(bytes) / 1e6 / seconds, "MB/s")
        Bench.report("parse.document", seconds / Double(max(1, documents.count)) * 1e6, "µs")
        let whole = documents.filter { RawSAX.parse($0) }.count
        Bench.report("parse.sax_well_formed", Double(whole), "documents")
        Bench.report("parse.sax", Double(bytes) / 1e6 / rawSeconds, "MB/s")
        Bench.report("parse.crier_of_sax", rawSeconds / seconds, "x")
    }
}
