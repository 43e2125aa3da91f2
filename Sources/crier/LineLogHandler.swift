import Foundation
import Logging
import NewsModel
import Synchronization

/// Writes one line per event to standard error: `2026-11-21T07:30:00Z info Feed refreshed feed.id=3 item.new=2`.
struct LineLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    private static let turn = Mutex(())

    private let repeats: RepeatedErrors
    /// Is called with whole lines, never concurrently.
    private let write: @Sendable (String) -> Void

    init(
        level: Logger.Level,
        repeats: RepeatedErrors = RepeatedErrors(),
        write: @escaping @Sendable (String) -> Void = { FileHandle.standardError.write(Data($0.utf8)) }
    ) {
        logLevel = level
        self.repeats = repeats
        self.write = write
    }

    static func logger(level: String) -> Logger {
        let repeats = RepeatedErrors()
        return Logger(label: "crier") { _ in
            LineLogHandler(level: Logger.Level(rawValue: level) ?? .info, repeats: repeats)
        }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let time = Date()
        var facts = event.metadata ?? [:]
        // An error with a reference is always written, because a person was given the reference.
        if let error = facts["error"]?.description, facts["ref"] == nil {
            guard let count = repeats.countBefore(event.message.description, error, at: time) else { return }
            if count > 0 { facts["repeated"] = "\(count)" }
        }
        let line = line(event.level, event.message, facts, at: time)
        Self.turn.withLock { _ in write(line + "\n") }
    }

    /// The line as written.
    ///
    /// Strangers control some values, so these must not break, reorder or extend the line, nor reveal a secret.
    func line(_ level: Logger.Level, _ message: Logger.Message, _ more: Logger.Metadata?, at time: Date) -> String {
        let facts = metadata.merging(more ?? [:]) { $1 }
        var line = "\(time.formatted(.iso8601)) \(level) \(LogText.line(message.description, limit: Self.longestText))"
        for (key, value) in facts.sorted(by: { $0.key < $1.key }) {
            line += " \(LogText.line(key, limit: 100))=\(Self.quoted(value.description))"
            guard line.count < Self.longestLine else { return line.prefix(Self.longestLine) + " …" }
        }
        return line
    }

    private static let longestText = 500
    private static let longestLine = 4_000

    private static func quoted(_ text: String) -> String {
        let line = LogText.line(text, limit: longestText)
        guard line.isEmpty || line.contains(where: { $0 == " " || $0 == "\"" || $0 == "=" }) else { return line }
        return "\"" + line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
