import Foundation
import Logging
import Synchronization

/// One structured line an event on standard error: `2026-11-21T07:30:00Z info Feed refreshed feed.id=3 item.new=2`.
struct LineLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    private static let turn = Mutex(())

    init(level: Logger.Level) { logLevel = level }

    static func logger(level: String) -> Logger {
        Logger(label: "crier") { _ in LineLogHandler(level: Logger.Level(rawValue: level) ?? .info) }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let facts = metadata.merging(event.metadata ?? [:]) { $1 }
        var line = "\(Date().formatted(.iso8601)) \(event.level) \(Self.oneLine(event.message.description))"
        for (key, value) in facts.sorted(by: { $0.key < $1.key }) {
            line += " \(key)=\(Self.quoted(value.description))"
        }
        Self.turn.withLock { _ in FileHandle.standardError.write(Data((line + "\n").utf8)) }
    }

    /// Facts come from strangers: no line break or control character may make a second line.
    private static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? " " : $0 }))
    }

    private static func quoted(_ text: String) -> String {
        let line = oneLine(String(text.prefix(500)))
        guard line.isEmpty || line.contains(where: { $0 == " " || $0 == "\"" || $0 == "=" }) else { return line }
        return "\"" + line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
