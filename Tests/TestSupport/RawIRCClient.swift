import Foundation
import Glibc
import Synchronization

/// A person on IRC as tests see one: sends lines, collects every line it gets, answers PING.
package final class RawIRCClient: Sendable {
    package struct NeverCame: Error, CustomStringConvertible {
        package let description: String
    }

    private struct State {
        var lines: [String] = []
        /// Everything before it has been waited for.
        var cursor = 0
        var isClosed = false
        var brokenLines = 0
        var waits = 0
        /// Rung whenever lines come.
        var bells: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let descriptor: Int32
    private let state = Mutex(State())

    /// Connects and, when given a nick, registers, asking for the capabilities if there are any.
    ///
    /// `address` is another one of this machine to come from.
    package init(port: Int, nick: String? = nil, capabilities: String = "", address: String? = nil) throws {
        descriptor = ServerProcess.connectedSocket(port: port, from: address)
        guard descriptor >= 0 else { throw NeverCame(description: "nobody listens on port \(port)") }
        let thread = Thread { [descriptor, weak self] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var partial: [UInt8] = []
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0, let self else { break }
                partial += buffer[..<count]
                self.take(&partial)
            }
            self?.state.withLock { $0.isClosed = true }
        }
        thread.start()
        if let nick {
            if !capabilities.isEmpty { send("CAP REQ :\(capabilities)") }
            send("NICK \(nick)")
            send("USER \(nick) 0 * :\(nick)")
            if !capabilities.isEmpty { send("CAP END") }
        }
    }

    deinit { hangUp() }

    package func send(_ line: String) {
        let bytes = Array((line + "\r\n").utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// How many lines were not UTF-8.
    package var brokenLines: Int { state.withLock { $0.brokenLines } }

    /// Closes without a word.
    package func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// All lines so far, without line breaks.
    package var lines: [String] { state.withLock { $0.lines } }
    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// The next line that contains `text`, not counting those already waited for.
    @discardableResult
    package func wait(for text: String, seconds: Double = longestWait) async throws -> String {
        try await wait(seconds: seconds, "“\(text)”") { $0.contains(text) }
    }

    @discardableResult
    package func wait(
        seconds: Double = longestWait,
        _ what: String = "a line",
        where isWanted: (String) -> Bool
    ) async throws -> String {
        let (arrivals, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.waits += 1
            state.bells[state.waits] = bell
            return state.waits
        }
        defer { state.withLock { _ = $0.bells.removeValue(forKey: number) } }
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { bell.finish() }
        var iterator = arrivals.makeAsyncIterator()
        while true {
            let found = state.withLock { state -> String? in
                guard let index = state.lines[state.cursor...].firstIndex(where: isWanted) else { return nil }
                state.cursor = index + 1
                return state.lines[index]
            }
            if let found { return found }
            guard await iterator.next() != nil else {
                try Task.checkCancellation()
                throw NeverCame(
                    description: "\(what) never came; last lines:\n" + lines.suffix(20).joined(separator: "\n")
                )
            }
        }
    }

    /// Registers an account with NickServ, which may not be there yet, and is logged in.
    package func register(_ account: String) async throws {
        try await waitUntil("NickServ is there") {
            send("PRIVMSG NickServ :REGISTER secret123 \(account)@example.org")
            // Without NickServ the server says that there is no such nick.
            let answer = try? await wait(seconds: 5) { $0.contains(" 900 ") || $0.contains(" 401 ") }
            return answer?.contains(" 900 ") == true
        }
    }

    /// Says that the profile of this nick is ours, as the bot asks for it.
    package func claimProfile() async throws {
        send("PRIVMSG crier :unread")
        let question = try await wait(for: "yes ")
        let code = question[(question.range(of: "yes ")?.upperBound ?? question.endIndex)...].prefix(6)
        send("PRIVMSG crier :yes \(code)")
        try await wait(for: "Welcome back")
    }

    private func take(_ partial: inout [UInt8]) {
        while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: partial[..<end], as: UTF8.self).trimmingCharacters(in: .newlines)
            let isBroken = String(validating: partial[..<end], as: UTF8.self) == nil
            partial.removeSubrange(...end)
            if line.hasPrefix("PING ") { send("PONG " + line.dropFirst(5)) }
            let bells = state.withLock { state in
                state.lines.append(line)
                if isBroken { state.brokenLines += 1 }
                return Array(state.bells.values)
            }
            for bell in bells { bell.yield() }
        }
    }
}
