package import struct Foundation.Date

/// A server's demand that clients use only TLS (IRCv3 sts), stored between connections.
package struct IRCSTSPolicy: Sendable, Hashable {
    package var host: String
    package var port: Int
    /// When it expires; a time in the past means that the server has withdrawn it.
    package var expiresAt: Date

    package init(host: String, port: Int, expiresAt: Date) {
        self.host = host
        self.port = port
        self.expiresAt = expiresAt
    }
}

/// The value of the `sts` capability.
struct STSDemand: Sendable, Equatable {
    /// The TLS port; valid only when received on a plain connection.
    var port: Int?
    /// Seconds that the demand lasts; valid only when received on a TLS connection.
    var duration: Int?

    /// The policy to store for a demand received over TLS, beginning at `time`.
    func policy(of server: IRCServer, at time: Date) -> IRCSTSPolicy? {
        duration.map {
            IRCSTSPolicy(host: server.host, port: server.port, expiresAt: time.addingTimeInterval(Double($0)))
        }
    }

    /// Reads `port=6697,duration=2592000`; ignores unknown keys and invalid numbers.
    init(value: String) {
        for token in value.split(separator: ",") {
            let parts = token.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let number = Int(parts[1]) else { continue }
            switch parts[0] {
            case "port" where (1...65_535).contains(number): port = number
            case "duration" where number >= 0: duration = min(number, 10 * 365 * 86_400)
            default: continue
            }
        }
    }
}
