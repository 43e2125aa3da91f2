internal import Foundation

/// Logs in to the services account during registration: tries EXTERNAL, SCRAM-SHA-256, PLAIN in turn.
///
/// IRCv3 sasl-3.1 and 3.2.
struct SASLExchange: Sendable {
    enum Mechanism: String, Sendable {
        case external = "EXTERNAL"
        case scramSHA256 = "SCRAM-SHA-256"
        case plain = "PLAIN"
    }

    /// A larger challenge is not accepted.
    private static let maximumChallengeBytes = 16_384

    private let account: String
    private let password: String
    private var untried: [Mechanism]
    /// Nil before the first mechanism and after one was aborted.
    private var current: Mechanism?
    private var hasAnswered = false
    private var challenge = ""
    private var scram: SCRAMExchange?
    private let makeNonce: @Sendable () -> String

    /// Nil when none of the offered mechanisms can be used with our credentials.
    ///
    /// An empty `offered` list means that the server has not listed any.
    init?(_ options: IRCClientOptions, offered: [String], makeNonce: @escaping @Sendable () -> String) {
        account = options.saslAccount ?? ""
        password = options.saslPassword ?? ""
        self.makeNonce = makeNonce
        var possible: [Mechanism] = []
        if options.certificateFile != nil { possible.append(.external) }
        if options.saslPassword != nil, !account.isEmpty { possible += [.scramSHA256, .plain] }
        untried = possible.filter { offered.isEmpty ? $0 != .scramSHA256 : offered.contains($0.rawValue) }
        guard !untried.isEmpty else { return nil }
    }

    /// Starts the next mechanism; nil when all have been refused.
    mutating func next() -> IRCMessage? {
        challenge = ""
        scram = nil
        hasAnswered = false
        current = nil
        guard !untried.isEmpty else { return nil }
        let mechanism = untried.removeFirst()
        current = mechanism
        return IRCMessage("AUTHENTICATE", mechanism.rawValue)
    }

    /// Drops mechanisms that the server does not support (numeric 908).
    mutating func restrict(to offered: [String]) {
        untried.removeAll { !offered.contains($0.rawValue) }
    }

    /// Handles one AUTHENTICATE line of the server; returns our lines.
    ///
    /// The password is sent once, however often a server asks.
    mutating func receive(_ chunk: String) -> [IRCMessage] {
        guard let current, !hasAnswered else { return [] }
        guard challenge.utf8.count + chunk.utf8.count <= Self.maximumChallengeBytes else { return abort() }
        if chunk != "+" { challenge += chunk }
        // A chunk of exactly 400 bytes means that more follows.
        guard chunk.utf8.count < 400 else { return [] }
        let data = Data(base64Encoded: challenge)
        challenge = ""
        guard let data, let response = response(to: [UInt8](data)) else { return abort() }
        hasAnswered = current != .scramSHA256
        return Self.chunks(response)
    }

    private mutating func response(to challenge: [UInt8]) -> [UInt8]? {
        switch current {
        case .external: return Array(account.utf8)
        case .plain: return Array("\(account)\0\(account)\0\(password)".utf8)
        case .scramSHA256:
            guard var exchange = scram else {
                let exchange = SCRAMExchange(account: account, password: password, nonce: makeNonce())
                scram = exchange
                return exchange.clientFirst
            }
            let response = exchange.receive(challenge)
            scram = exchange
            return response
        case nil: return nil
        }
    }

    /// Aborts the mechanism.
    ///
    /// After a failed SCRAM, PLAIN is not tried, because the server did not prove that it knows the password.
    private mutating func abort() -> [IRCMessage] {
        if current == .scramSHA256 { untried.removeAll { $0 == .plain } }
        current = nil
        return [IRCMessage("AUTHENTICATE", "*")]
    }

    private static func chunks(_ response: [UInt8]) -> [IRCMessage] {
        var rest = Substring(Data(response).base64EncodedString())
        var lines: [IRCMessage] = []
        while rest.utf8.count >= 400 {
            lines.append(IRCMessage("AUTHENTICATE", String(rest.prefix(400))))
            rest = rest.dropFirst(400)
        }
        lines.append(IRCMessage("AUTHENTICATE", rest.isEmpty ? "+" : String(rest)))
        return lines
    }
}
