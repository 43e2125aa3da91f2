import ChildProcesses
import Foundation
import Glibc
import Synchronization
import TestSupport

/// A mail server that says exactly what a test tells it to, on a free port of 127.0.0.1 or a Unix socket.
final class ScriptedMailServer: Sendable {
    typealias Script = @Sendable (_ line: String, _ connection: Connection) -> Void

    let port: Int
    private let listener: Int32
    private let greeting: @Sendable (Connection) -> Void
    private let script: Script
    private let state = Mutex<(connections: [Connection], lines: [String])>(([], []))
    /// A server lives as long as the tests: whoever connects to it need not hold on to it.
    private static let all = Mutex<[ScriptedMailServer]>([])

    init(
        unixSocket path: String? = nil,
        greeting: @escaping @Sendable (Connection) -> Void,
        script: @escaping Script
    )
        throws
    {
        self.greeting = greeting
        self.script = script
        (listener, port) = try Self.listen(path)
        Self.all.withLock { $0.append(self) }
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                serve(client)
            }
        }
    }

    /// All that clients have said, on all connections.
    var lines: [String] { state.withLock { $0.lines } }
    var connections: [Connection] { state.withLock { $0.connections } }

    func count(of line: String) -> Int { lines.filter { $0 == line }.count }

    private func serve(_ client: Int32) {
        let connection = state.withLock { state in
            let connection = Connection(socket: client, number: state.connections.count + 1)
            state.connections.append(connection)
            return connection
        }
        let (greeting, script) = (greeting, script)
        Thread.detachNewThread { [weak self] in
            greeting(connection)
            connection.readLines { line in
                self?.state.withLock { $0.lines.append(line) }
                script(line, connection)
            }
        }
    }

    private static func listen(_ path: String?) throws -> (Int32, Int) {
        let listener = socket(path == nil ? AF_INET : AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var failed: Bool
        var port = 0
        if let path {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
            failed = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) != 0
                }
            }
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            failed = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, length) != 0 || getsockname(listener, $0, &length) != 0
                }
            }
            port = Int(UInt16(bigEndian: address.sin_port))
        }
        failed = failed || Glibc.listen(listener, 128) != 0
        guard listener >= 0, !failed else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return (listener, port)
    }

    /// One client's connection.
    final class Connection: Sendable {
        let number: Int
        /// Whatever the script wants to remember.
        let notes = Mutex<Set<String>>([])
        private let files: Mutex<(input: Int32, output: Int32)>
        private let socket: Int32
        private let tls = Mutex<TLSServer?>(nil)

        init(socket: Int32, number: Int) {
            self.socket = socket
            self.number = number
            files = Mutex((socket, socket))
        }

        deinit { close(socket) }

        func send(_ lines: String...) { send(bytes: lines.flatMap { Array(($0 + "\r\n").utf8) }) }

        func send(bytes: [UInt8]) {
            let output = files.withLock { $0.output }
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes { buffer in
                    output == socket
                        ? Glibc.send(output, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
                        : write(output, buffer.baseAddress, buffer.count)
                }
                guard count > 0 else { return }
                sent += count
            }
        }

        func hangUp() { shutdown(socket, Int32(SHUT_RDWR)) }

        /// Speaks TLS from the next byte on.
        func startTLS(_ pair: TestCertificates.Pair) throws {
            let server = try TLSServer(pair, client: socket)
            files.withLock { $0 = (server.plainInput, server.plainOutput) }
            tls.withLock { $0 = server }
        }

        /// Whether everything since is under TLS.
        var isSecure: Bool { tls.withLock { $0 != nil } }

        fileprivate func readLines(_ body: (String) -> Void) {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var partial: [UInt8] = []
            while true {
                let input = files.withLock { $0.input }
                let count = read(input, &buffer, buffer.count)
                guard count > 0 else { break }
                var rest = buffer[..<count]
                while let end = rest.firstIndex(of: 0x0a) {
                    partial += rest[..<end]
                    rest = rest[(end + 1)...]
                    if partial.last == 0x0d { partial.removeLast() }
                    let line = String(decoding: partial, as: UTF8.self)
                    partial = []
                    body(line)
                    if files.withLock({ $0.input }) != input { break }
                }
                if files.withLock({ $0.input }) == input { partial += rest }
            }
            hangUp()
        }
    }
}

/// `openssl s_server` between a client's socket and two pipes.
private final class TLSServer: Sendable {
    let plainInput: Int32
    let plainOutput: Int32
    private let process: ChildProcess
    private let pipes: [Pipe]

    init(_ pair: TestCertificates.Pair, client: Int32) throws {
        // Free a moment ago; s_server cannot say which one it has chosen.
        let port = try ClosedPortNumber.take()
        let (input, output) = (Pipe(), Pipe())
        process = try ChildProcess(
            "/usr/bin/openssl",
            [
                "s_server", "-quiet", "-naccept", "1", "-accept", "127.0.0.1:\(port)", "-cert", pair.certificateFile,
                "-key", pair.keyFile,
            ],
            folder: "/",
            input: "/proc/self/fd/\(input.fileHandleForReading.fileDescriptor)",
            output: "/proc/self/fd/\(output.fileHandleForWriting.fileDescriptor)",
            errors: "/dev/null"
        )
        // Its ends are its own now: when it goes, the others notice.
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        plainInput = output.fileHandleForReading.fileDescriptor
        plainOutput = input.fileHandleForWriting.fileDescriptor
        pipes = [input, output]
        let server = try Self.connect(port)
        let copy = dup(client)
        Self.relay(copy, server)
        Self.relay(server, copy)
    }

    private static func connect(_ port: Int) throws -> Int32 {
        for _ in 0..<60_000 {
            let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            address.sin_port = UInt16(port).bigEndian
            let code = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if code == 0 { return server }
            close(server)
            usleep(5_000)
        }
        throw POSIXError(.ETIMEDOUT)
    }

    private static func relay(_ from: Int32, _ to: Int32) {
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(from, &buffer, buffer.count, 0)
                guard count > 0, send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count else { break }
            }
            shutdown(from, Int32(SHUT_RDWR))
            shutdown(to, Int32(SHUT_RDWR))
        }
    }
}

private enum ClosedPortNumber {
    static func take() throws -> Int {
        let port = ClosedPort()
        return port.port
    }
}
