package import struct Foundation.Date

/// A host's demand to be spoken to over TLS alone (IRCv3 sts), kept between connections.
package struct IRCSTSPolicy: Sendable, Hashable {
    package var host: String
    package var port: Int
    /// Until when it binds; in the past means that the host has taken it back.
    package var expiresAt: Date

    package init(host: String, port: Int, expiresAt: Date) {
        self.host = host
        self.port = port
        self.expiresAt = expiresAt
    }
}

/// The value of the `sts` capability.
struct STSDemand: Sendable, Equatable {
    /// Where TLS is spoken; counts on a plain connection alone.
    var port: Int?
    /// For how many seconds; counts on a TLS connection alone.
    var duration: Int?

    /// What to keep of a demand that a server has made over TLS: it runs from the time given.
    func policy(of server: IRCServer, at time: Date) -> IRCSTSPolicy? {
        duration.map {
            IRCSTSPolicy(host: server.host, port: server.port, expiresAt: time.addingTimeInterval(Double($0)))
        }
    }

    /// `port=6697,duration=2592000`; unknown keys are left out, impossible numbers too.
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
