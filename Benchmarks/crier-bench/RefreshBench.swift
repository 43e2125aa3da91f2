import CurlClient
import Foundation
import Glibc

/// Measures fetching a list of feeds over loopback, compared with `curl --parallel` on the same list.
///
/// `engine` is the fetch engine alone, `whole` is the refresh with parsing and storing. The first run fetches
/// everything, the next runs get 304 for everything.
enum RefreshBench {
    /// Parallel transfers, for both sides.
    static let parallel = 32

    /// The most milliseconds per feed from due to stored, if everything in it is new.
    private static let mostForWholeFeed = 2.5

    /// `arguments`: a file with one URL per line, `engine` or `whole`, and the number of passes; the best pass counts.
    static func run(_ arguments: [String]) async throws {
        guard let file = arguments.first, let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw CocoaError(.fileNoSuchFile)
        }
        let urls = text.split(separator: "\n").map(String.init)
        let kind = arguments.dropFirst().first ?? "engine"
        let passes = max(1, arguments.dropFirst(2).first.flatMap { Int($0) } ?? 3)
        let memory = MemoryWatch()
        var cold = Costs()
        var unchanged = Costs()
        for _ in 0..<passes {
            let peer = CurlPeer(urls: urls)
            cold.note(peer: try peer.run(conditional: false))
            unchanged.note(peer: try peer.run(conditional: true))
            let crier = kind == "whole" ? try await WholeRefresh.run(urls) : try await EngineRefresh.run(urls)
            cold.note(crier: crier.cold)
            unchanged.note(crier: crier.unchanged)
        }
        cold.report("refresh.\(kind).cold", feeds: urls.count, limit: kind == "whole" ? mostForWholeFeed : nil)
        unchanged.report("refresh.\(kind).304", feeds: urls.count)
        memory.report("refresh.\(kind)")
    }
}

/// The time that a piece of work took, in seconds.
struct Cost {
    var wall: Double
    var cpu: Double

    /// Runs the work and measures this process during it.
    static func measure(_ work: () async throws -> Void) async rethrows -> Cost {
        let (start, used) = (ContinuousClock.now, processorSeconds(RUSAGE_SELF))
        try await work()
        let wall = Bench.milliseconds(ContinuousClock.now - start) / 1_000
        return Cost(wall: wall, cpu: processorSeconds(RUSAGE_SELF) - used)
    }

    /// User and system seconds of this process or of its ended children.
    static func processorSeconds(_ whose: __rusage_who) -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(whose.rawValue), &usage)
        let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        return seconds + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }
}

/// The best passes of Crier and of curl.
private struct Costs {
    private var crier: Cost?
    private var peer: Cost?

    mutating func note(crier cost: Cost) { crier = Self.best(crier, cost) }
    mutating func note(peer cost: Cost) { peer = Self.best(peer, cost) }

    /// - Parameter limit: the most milliseconds per feed.
    func report(_ name: String, feeds: Int, limit: Double? = nil) {
        guard let crier, let peer else { return }
        let each = crier.wall * 1_000 / Double(max(1, feeds))
        if let limit {
            Bench.report("\(name).feed", each, "ms/feed", limit: limit)
        } else {
            Bench.report("\(name).feed", each, "ms/feed")
        }
        Bench.report("\(name).wall", crier.wall, "s")
        Bench.report("\(name).cpu", crier.cpu, "s")
        Bench.report("\(name).curl_wall", peer.wall, "s")
        Bench.report("\(name).curl_cpu", peer.cpu, "s")
        Bench.report("\(name).wall_of_curl", crier.wall / peer.wall, "x")
        Bench.report("\(name).cpu_of_curl", crier.cpu / peer.cpu, "x")
    }

    private static func best(_ old: Cost?, _ new: Cost) -> Cost {
        guard let old else { return new }
        return Cost(wall: min(old.wall, new.wall), cpu: min(old.cpu, new.cpu))
    }
}

/// Runs `curl --parallel` on the same URLs and discards the bodies.
private struct CurlPeer {
    let urls: [String]

    struct Failed: Error { let status: Int32 }

    func run(conditional: Bool) throws -> Cost {
        let list = FileManager.default.temporaryDirectory.appending(path: "crier-bench-\(UUID().uuidString)")
        try urls.map { "url = \"\($0)\"\noutput = \"/dev/null\"\n" }.joined()
            .write(to: list, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: list) }
        let curl = Process()
        curl.executableURL = URL(filePath: "/usr/bin/curl")
        // `*` matches any ETag, so one header is enough for all URLs.
        let validators = ["-H", "If-None-Match: *", "-H", "If-Modified-Since: \(Self.fileDate)"]
        curl.arguments =
            ["--disable", "--silent", "--parallel", "--parallel-max", "\(RefreshBench.parallel)", "--compressed"]
            + ["-H", "Accept: application/rss+xml, */*;q=0.1"] + (conditional ? validators : []) + [
                "--config", list.path,
            ]
        let (start, used) = (ContinuousClock.now, Cost.processorSeconds(RUSAGE_CHILDREN))
        // curl shows its progress even with `--silent`.
        curl.standardError = FileHandle.nullDevice
        try curl.run()
        curl.waitUntilExit()
        guard curl.terminationStatus == 0 else { throw Failed(status: curl.terminationStatus) }
        return Cost(
            wall: Bench.milliseconds(ContinuousClock.now - start) / 1_000,
            cpu: Cost.processorSeconds(RUSAGE_CHILDREN) - used
        )
    }

    /// The modification time that `Benchmarks/refresh-peers` sets for all files.
    private static let fileDate = "Fri, 20 Nov 2026 06:00:00 GMT"
}

/// The fetch engine alone.
private enum EngineRefresh {
    struct WrongStatus: Error { let status: Int }

    static func run(_ urls: [String]) async throws -> (cold: Cost, unchanged: Cost) {
        let loopback = AddressRange("127.0.0.0/8").map { [$0] } ?? []
        let options = HTTPClientOptions(
            allowAddresses: loopback,
            maximumTotalConnections: RefreshBench.parallel,
            perHostConnections: RefreshBench.parallel
        )
        let client = HTTPClient(options: options)
        defer { client.shutdown() }
        var requests = urls.map { HTTPRequest(url: $0, headers: [("Accept", "application/rss+xml, */*;q=0.1")]) }
        var validators: [(String?, String?)] = []
        let cold = try await Cost.measure { validators = try await fetch(requests, 200, client) }
        for (place, validators) in validators.enumerated() {
            (requests[place].etag, requests[place].lastModified) = validators
        }
        let unchanged = try await Cost.measure { _ = try await fetch(requests, 304, client) }
        return (cold, unchanged)
    }

    private static func fetch(
        _ requests: [HTTPRequest],
        _ status: Int,
        _ client: HTTPClient
    ) async throws -> [(String?, String?)] {
        try await withThrowingTaskGroup(of: (Int, String?, String?).self) { group in
            for (place, request) in requests.enumerated() {
                group.addTask {
                    let response = try await client.fetch(request)
                    guard response.status == status else { throw WrongStatus(status: response.status) }
                    return (place, response.etag, response.lastModified)
                }
            }
            var validators = [(String?, String?)](repeating: (nil, nil), count: requests.count)
            for try await (place, etag, date) in group { validators[place] = (etag, date) }
            return validators
        }
    }
}
