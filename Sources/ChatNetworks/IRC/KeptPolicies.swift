import Foundation
import IRCClient
import NewsModel

/// Servers' demands for TLS, kept over restarts (IRCv3 sts).
struct KeptPolicies: Sendable {
    private static let prefix = "sts:"

    let network: String
    let state: any NetworkStateStore

    func policies(for servers: [IRCServer]) async throws -> [IRCSTSPolicy] {
        var policies: [IRCSTSPolicy] = []
        for host in Set(servers.map { $0.host.lowercased() }) {
            let value = try await state.networkState(network, key: Self.prefix + host)
            let numbers = value?.split(separator: " ").compactMap { Int($0) } ?? []
            guard numbers.count == 2 else { continue }
            let expiry = Date(timeIntervalSince1970: Double(numbers[1]))
            policies.append(IRCSTSPolicy(host: host, port: numbers[0], expiresAt: expiry))
        }
        return policies
    }

    func keep(_ policy: IRCSTSPolicy, at time: Date) async throws {
        let value = policy.expiresAt > time ? "\(policy.port) \(Int(policy.expiresAt.timeIntervalSince1970))" : nil
        try await state.setNetworkState(network, key: Self.prefix + policy.host.lowercased(), value: value)
    }
}
