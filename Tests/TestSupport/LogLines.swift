package import Logging
import Synchronization

/// Keeps every line of a log, at every level, as its writers hand it over.
package final class LogLines: Sendable {
    package struct Line: Sendable {
        package var message: String
        package var facts: Logger.Metadata
    }

    private let state = Mutex<[Line]>([])

    package init() {}

    package var all: [Line] { state.withLock { $0 } }

    /// All of it, for a search.
    package var text: String { all.map { "\($0.message) \($0.facts)" }.joined(separator: "\n") }

    package func count(of message: String) -> Int { all.count { $0.message == message } }

    /// Of the last line with that message.
    package func facts(of message: String) -> Logger.Metadata? { all.last { $0.message == message }?.facts }

    package var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let line = Line(message: "\(event.message)", facts: metadata.merging(event.metadata ?? [:]) { $1 })
            lines.state.withLock { $0.append(line) }
        }
    }
}
