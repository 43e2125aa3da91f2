internal import Foundation

/// Answers CTCP requests of other clients, at a limited rate.
struct CTCPReplies: Sendable {
    private static let marker: Character = "\u{1}"
    private let version: String
    private let source: String
    private var pacer: SendPacer

    init(version: String, source: String, now: ContinuousClock.Instant) {
        self.version = version
        self.source = source
        pacer = SendPacer(burst: 3, refillPerSecond: 0.1, now: now)
    }

    /// Parses a CTCP message into command and argument; nil when the text is not CTCP.
    static func parse(_ text: String) -> (command: String, argument: String)? {
        guard text.first == marker else { return nil }
        let body = text.dropFirst().prefix { $0 != marker }
        let parts = body.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.first.map { $0.uppercased() } ?? "", parts.count > 1 ? String(parts[1]) : "")
    }

    /// The text of the answering NOTICE; nil for requests that are not answered, such as DCC.
    mutating func reply(to command: String, _ argument: String, now: ContinuousClock.Instant) -> String? {
        let answer: String? =
            switch command {
            case "VERSION": version
            case "PING": String(argument.prefix(64))
            case "TIME": Date().formatted(.iso8601)
            case "SOURCE": source.isEmpty ? nil : source
            case "CLIENTINFO": "ACTION CLIENTINFO PING \(source.isEmpty ? "" : "SOURCE ")TIME VERSION"
            default: nil
            }
        guard let answer, pacer.canSend(at: now) else { return nil }
        pacer.spend(1)
        return Self.text(command, answer)
    }

    /// A CTCP message or reply as text.
    static func text(_ command: String, _ argument: String) -> String { "\(marker)\(command) \(argument)\(marker)" }
}
