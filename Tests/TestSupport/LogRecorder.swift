package import Logging
import Synchronization

/// What was logged at info and above.
package final class LogRecorder: LogHandler, Sendable {
    private let state = Mutex<[String]>([])

    package init() {}

    /// `level message`, without what else is known.
    package var lines: [String] { state.withLock { $0 } }
    package var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    package var logLevel: Logger.Level {
        get { .info }
        set {}
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    package func log(event: LogEvent) { state.withLock { $0.append("\(event.level) \(event.message)") } }
}
