import Foundation
import NewsModel
import Synchronization

/// Writes whole messages to standard output; concurrent messages are never mixed.
final class ConsoleOutput: Sendable {
    private let isTerminal: Bool
    private let turn = Mutex(())

    init(isTerminal: Bool) { self.isTerminal = isTerminal }

    func write(_ text: String, to address: Address?, currentChat: Address) {
        var shown = text
        if let address, address != currentChat { shown = "[\(address.target)] " + shown }
        if !shown.hasSuffix("\n") { shown += "\n" }
        turn.withLock { _ in
            emit(isTerminal ? "\r" + shown + "> " : shown)
        }
    }

    func prompt() {
        guard isTerminal else { return }
        turn.withLock { _ in emit("> ") }
    }

    /// When the pipe is closed, output stops but the bot continues: `crier` ignores SIGPIPE.
    private func emit(_ text: String) {
        var rest = ArraySlice(Array(text.utf8))
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }
}
