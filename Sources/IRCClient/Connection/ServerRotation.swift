import struct Foundation.Date

/// Chooses the next server of a network.
///
/// A server that demanded TLS is never contacted without it.
struct ServerRotation: Sendable {
    private let servers: [IRCServer]
    private var position = 0
    /// Failed attempts since the last success.
    private var failures = 0
    private var policies: [String: IRCSTSPolicy]
    /// TLS ports learnt on a plain connection.
    ///
    /// They count until the process ends: an attacker may hide the rest.
    private var upgrades: [String: Int] = [:]

    /// `servers` has at least one element.
    init(_ servers: [IRCServer], policies: [IRCSTSPolicy]) {
        self.servers = servers
        self.policies = Dictionary(policies.map { ($0.host.lowercased(), $0) }) { $1 }
    }

    /// The server to try now.
    func server(at time: Date) -> IRCServer? {
        guard !servers.isEmpty else { return nil }
        var server = servers[position % servers.count]
        let host = server.host.lowercased()
        guard !server.useTLS else { return server }
        if let policy = policies[host], policy.expiresAt > time {
            server = IRCServer(host: server.host, port: policy.port, useTLS: true)
        } else if let port = upgrades[host] {
            server = IRCServer(host: server.host, port: port, useTLS: true)
        }
        return server
    }

    /// Whether some servers were not tried since the last success.
    var hasUntried: Bool { failures > 0 && failures % max(1, servers.count) != 0 }

    /// A shorter connection counts as a failure.
    private static let shortestService: Duration = .seconds(60)

    /// Records the end of a connection; nil means that it was never established.
    ///
    /// The next server is tried next unless this connection lasted a while.
    mutating func note(connectedFor duration: Duration?) {
        if let duration, duration >= Self.shortestService {
            failures = 0
        } else {
            failures += 1
            position = (position + 1) % max(1, servers.count)
        }
    }

    mutating func noteUpgrade(of host: String, port: Int) { upgrades[host.lowercased()] = port }

    mutating func note(_ policy: IRCSTSPolicy) { policies[policy.host.lowercased()] = policy }
}
