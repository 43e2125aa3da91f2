import Foundation
import NewsModel
import Synchronization

/// Whole messages to standard output, never mixed.
final class ConsoleOutput: Sendable {
    private let isTerminal: Bool
    private let turn = Mutex(())

    init(isTerminal: Bool) { self.isTerminal = isTerminal }

    func write(_ text: String, to address: Address?, unlessAt place: Address) {
        var shown = text
        if let address, address != place { shown = "[\(address.target)] " + shown }
        if !shown.hasSuffix("\n") { shown += "\n" }
        turn.withLock { _ in
            emit(isTerminal ? "\r" + shown + "> " : shown)
        }
    }

    func prompt() {
        guard isTerminal else { return }
        turn.withLock { _ in emit("> ") }
    }

    /// A closed pipe ends the output, not the bot: SIGPIPE is ignored by `crier`.
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
