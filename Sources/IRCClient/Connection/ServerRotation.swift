import struct Foundation.Date

/// Which of a network's servers comes next, and how: a server that has demanded TLS is never spoken to without.
struct ServerRotation: Sendable {
    private let servers: [IRCServer]
    private var position = 0
    /// Attempts since one last worked.
    private var failures = 0
    private var policies: [String: IRCSTSPolicy]
    /// TLS ports learnt on a plain connection; they bind for the life of the process (an attacker may hide the rest).
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

    /// Whether servers remain that were not tried since the last success.
    var hasUntried: Bool { failures > 0 && failures % max(1, servers.count) != 0 }

    /// A server that lets us in and loses us sooner is no better than one that does not answer.
    private static let shortestService: Duration = .seconds(60)

    /// Takes the end of a connection, nil when we were not let in: the next attempt goes to the next server unless
    /// this one had served us for a while.
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
