import ChildProcesses
import Foundation
import Glibc

/// A program of `Tests/Clients` that reads orders from a pipe and writes facts to its output, a line of JSON for each.
final class ClientProgram: @unchecked Sendable {
    struct Failure: Error, CustomStringConvertible { let description: String }

    private let name: String
    private let folder: TemporaryFolder
    private let process: ChildProcess
    private let pipe: Int32
    private let output: Int32
    private let lock = NSLock()
    /// The lines read so far, and the bytes behind the last whole one.
    private var read: [[String: Any]] = []
    private var rest = Data()

    /// Starts the script with the path of its pipe as an argument, and waits until it writes `{"ready": true}`.
    init(_ python: String, _ script: String, _ arguments: (_ pipe: String) -> [String]) async throws {
        name = script
        folder = try TemporaryFolder()
        let path = folder.path("orders")
        mkfifo(path, 0o600)
        // Both ways, so that it opens although nobody reads yet.
        pipe = open(path, O_RDWR | O_CLOEXEC)
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Clients/" + script).standardizedFileURL.path
        process = try ChildProcess(
            python,
            [file] + arguments(path),
            folder: folder.url.path,
            output: folder.path("out"),
            errors: folder.path("errors")
        )
        output = open(folder.path("out"), O_RDONLY | O_CREAT | O_CLOEXEC, 0o644)
        try await wait("it starts") { $0["ready"] != nil }
    }

    deinit {
        process.stop()
        close(pipe)
        close(output)
    }

    func stop() { process.stop() }

    /// All that the program has written so far.
    var facts: [[String: Any]] {
        lock.withLock {
            readOutput()
            return read
        }
    }

    /// Reads what has come since the last time: a run of a minute looks thousands of times.
    private func readOutput() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(output, &buffer, buffer.count)
            guard count > 0 else { break }
            rest.append(contentsOf: buffer[..<count])
        }
        while let end = rest.firstIndex(of: 10) {
            if let fact = try? JSONSerialization.jsonObject(with: rest[rest.startIndex..<end]) as? [String: Any] {
                read.append(fact)
            }
            rest = rest[(end + 1)...]
        }
    }

    func order(_ order: [String: Any]) throws {
        var line = try JSONSerialization.data(withJSONObject: order)
        line.append(10)
        var sent = 0
        while sent < line.count {
            let count = line[sent...].withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure(description: "the pipe of \(name) is closed") }
            sent += count
        }
    }

    /// Orders something, and gives the fact with the same `id`.
    func answer(to order: [String: Any], _ what: String) async throws -> [String: Any] {
        let id = UUID().uuidString
        try self.order(order.merging(["id": id]) { $1 })
        return try await wait(what) { $0["id"] as? String == id }
    }

    @discardableResult
    private func wait(_ what: String, where isIt: ([String: Any]) -> Bool) async throws -> [String: Any] {
        var found: [String: Any]?
        try await waitUntil("\(name): \(what)") {
            found = facts.last(where: isIt)
            guard found == nil, !process.isRunning else { return found != nil }
            let errors = (try? String(contentsOfFile: folder.path("errors"), encoding: .utf8)) ?? ""
            throw Failure(description: "\(name) has ended: \(errors.suffix(1_000))")
        }
        return found ?? [:]
    }
}
