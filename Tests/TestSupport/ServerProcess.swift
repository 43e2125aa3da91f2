import ChildProcesses
package import Foundation
import Glibc
import Synchronization

/// A real server as a child process, killed when the value goes or at `stop`.
package final class ServerProcess: Sendable {
    package struct DidNotStart: Error, CustomStringConvertible {
        package let description: String
    }

    private let process: ChildProcess
    private let logFile: URL

    /// Starts the program and waits until `port` on 127.0.0.1 takes connections.
    package init(
        _ program: String,
        _ arguments: [String],
        folder: URL,
        port: Int?,
        deadline: TimeInterval = longestWait,
        leadsGroup: Bool = false
    ) throws {
        logFile = folder.appending(path: URL(filePath: program).lastPathComponent + ".out")
        process = try ChildProcess(
            program,
            arguments,
            folder: folder.path,
            output: logFile.path,
            leadsGroup: leadsGroup
        )
        guard let port else { return }
        let end = Date(timeIntervalSinceNow: deadline)
        while !Self.isListening(port: port) {
            guard process.isRunning, Date() < end else {
                let output = (try? String(contentsOf: logFile, encoding: .utf8)) ?? ""
                stop()
                throw DidNotStart(description: "\(program) did not start on port \(port): \(output.suffix(2_000))")
            }
            usleep(5_000)
        }
    }

    deinit { stop() }

    package var isRunning: Bool { process.isRunning }

    /// For a program that is to end by itself.
    package func waitForEnd() throws { try process.waitForEnd() }

    package var processIdentifier: Int32 { process.processIdentifier }
    package var output: String { (try? String(contentsOf: logFile, encoding: .utf8)) ?? "" }

    /// Kills the server and waits until it is gone.
    package func stop() {
        process.stop()
    }

    /// Stops it in its tracks, so that it keeps its connections and answers nothing.
    package func freeze() { process.signal(SIGSTOP) }

    package func thaw() { process.signal(SIGCONT) }

    private static let givenPorts = Mutex<Set<Int>>([])

    /// A port of 127.0.0.1 that nobody listens on at this moment, never the same twice.
    package static func freePort() -> Int {
        while true {
            let port = unusedPort()
            if givenPorts.withLock({ $0.insert(port).inserted }) { return port }
        }
    }

    /// Below the ports that the kernel gives to outgoing connections (32768 and up): none of them takes it by chance.
    private static func unusedPort() -> Int {
        while true {
            let port = Int.random(in: 10_000..<32_768)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = loopback(port: port)
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if result == 0 { return port }
        }
    }

    /// Whether programs can listen on ::1 here.
    package static let hasIPv6: Bool = {
        let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
            }
        }
    }()

    package static func isListening(port: Int) -> Bool {
        let descriptor = connectedSocket(port: port)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    /// A blocking socket connected to 127.0.0.1, from another address of this machine where one is named; or -1.
    package static func connectedSocket(port: Int, from source: String? = nil) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if let source {
            var own = loopback(port: 0)
            own.sin_addr.s_addr = inet_addr(source)
            _ = withUnsafePointer(to: &own) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        var address = loopback(port: port)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result != 0 {
            close(descriptor)
            return -1
        }
        return descriptor
    }

    private static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }
}

/// A folder that vanishes with the value.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "crier-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { remove() }

    package func remove() { try? FileManager.default.removeItem(at: url) }

    package func path(_ name: String) -> String { url.appending(path: name).path }

    @discardableResult
    package func write(_ name: String, _ text: String) throws -> String {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
        return path(name)
    }
}
