import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CurlClient

/// Thousands of transfers at once on one thread.
@Suite(.timed, .timeLimit(.minutes(10))) struct ManyTransfersTests {
    private static let count = 5_000

    /// nginx needs two files for each connection.
    static let mayHoldEnough: Bool = {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return NginxServer.isInstalled && limit.rlim_max >= 20_000
    }()

    @Test(.enabled(if: mayHoldEnough, "nginx is not installed, or too few files may be opened: skipped"))
    func `five thousand slow transfers run at once and need no thread each`() async throws {
        // The answers take so long that on a slow machine too all have begun before the first ends.
        let server = try NginxServer(bytesPerSecond: 100, connections: 8_192)
        try server.serve("slow.xml", String(repeating: "x", count: 1_200))
        let limits = HTTPLimits(totalSeconds: 600)
        let client = try loopbackClient {
            $0.maximumTotalConnections = Self.count
            $0.perHostConnections = Self.count
        }
        let tally = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.count {
                group.addTask {
                    let response = try await client.fetch(HTTPRequest(url: server.url("slow.xml"), limits: limits))
                    #expect(response.body.count == 1_200)
                    tally.done()
                }
            }
            try await waitUntil("five thousand answers") {
                tally.look()
                return tally.counts.done == Self.count
            }
            try await group.waitForAll()
        }
        let peak = tally.counts
        #expect(peak.files > Self.count, "so many were open at once: \(peak.files)")
        #expect(peak.threads < 2_500, "other tests run beside this one: \(peak.threads)")
    }

    @Test func `more transfers than files wait instead of failing`() {
        #expect(OpenFileLimit.files >= 1_024)
        #expect(OpenFileLimit.connectionsPerLoop * 2 < OpenFileLimit.files)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #expect(limit.rlim_cur == min(limit.rlim_max, 65_536) || limit.rlim_cur > 65_536)
    }
}

/// What has come to its end, and the most files and threads seen meanwhile.
private final class Tally: Sendable {
    private let state = Mutex((done: 0, files: 0, threads: 0))

    var counts: (done: Int, files: Int, threads: Int) { state.withLock { $0 } }

    func done() { state.withLock { $0.done += 1 } }

    func look() {
        let (files, threads) = (Self.entries("/proc/self/fd"), Self.entries("/proc/self/task"))
        state.withLock { $0 = ($0.done, max($0.files, files), max($0.threads, threads)) }
    }

    private static func entries(_ folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    }
}
