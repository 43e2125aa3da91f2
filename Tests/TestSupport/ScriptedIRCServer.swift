import Foundation
import Glibc
import Synchronization

/// An IRC server that says exactly what a test tells it to: for what no real server at hand does.
///
/// It serves one client at a time; a later connection takes the place of the one before.
package final class ScriptedIRCServer: Sendable {
    package typealias Script = @Sendable (_ line: String, _ server: ScriptedIRCServer) -> Void

    package let port: Int
    private let listener: Int32
    private let script: Script
    private let state = Mutex(State())

    private struct State {
        var client: Int32 = -1
        var lines: [String] = []
    }

    /// `script` hears every line of the client, without its line break.
    package init(script: @escaping Script) throws {
        let (listener, port) = try listenOnFreePort(address: "127.0.0.1", port: 0)
        self.listener = listener
        self.port = Int(port)
        self.script = script
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let self else { return }
                self.serve(client)
            }
        }
    }

    deinit { stop() }

    /// Everything clients have said so far.
    package var lines: [String] { state.withLock { $0.lines } }

    package func send(_ lines: String...) { send(bytes: lines.flatMap { Array(($0 + "\r\n").utf8) }) }

    package func send(bytes: [UInt8]) {
        let client = state.withLock { $0.client }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    package func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        hangUp()
    }

    /// Closes the client's connection; it may come again.
    package func hangUp() {
        let client = state.withLock { $0.client }
        if client >= 0 { shutdown(client, Int32(SHUT_RDWR)) }
    }

    private func serve(_ client: Int32) {
        let former = state.withLock { state in
            defer { state.client = client }
            return state.client
        }
        if former >= 0 { shutdown(former, Int32(SHUT_RDWR)) }
        Thread.detachNewThread { [weak self] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var partial: [UInt8] = []
            while true {
                let count = recv(client, &buffer, buffer.count, 0)
                guard count > 0, let self else { break }
                partial += buffer[..<count]
                while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: partial[..<end], as: UTF8.self).trimmingCharacters(in: .newlines)
                    partial.removeSubrange(...end)
                    self.state.withLock { $0.lines.append(line) }
                    self.script(line, self)
                }
            }
            // Before its number can be another connection's.
            self?.state.withLock { if $0.client == client { $0.client = -1 } }
            close(client)
        }
    }
}
