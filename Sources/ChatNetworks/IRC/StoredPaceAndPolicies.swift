import Foundation
import IRCClient
import NewsModel

/// Stores the sending pace that a network allows, as learnt from "Excess Flood" disconnects.
struct StoredPace: Sendable {
    private static let key = "pace"

    let network: String
    let state: any NetworkStateStore

    func load() async throws -> IRCPace {
        let numbers = try await state.networkState(network, key: Self.key)?.split(separator: " ")
            .compactMap { Double($0) }
        guard let numbers, numbers.count == 2 else { return .full }
        return IRCPace(share: numbers[0], since: Date(timeIntervalSince1970: numbers[1]))
    }

    func store(_ pace: IRCPace) async throws {
        let value = "\(pace.share) \(pace.since.timeIntervalSince1970.rounded())"
        try await state.setNetworkState(network, key: Self.key, value: value)
    }
}

/// Stores the servers' demands for TLS (IRCv3 sts).
struct StoredPolicies: Sendable {
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

    func store(_ policy: IRCSTSPolicy, at time: Date) async throws {
        let value = policy.expiresAt > time ? "\(policy.port) \(Int(policy.expiresAt.timeIntervalSince1970))" : nil
        try await state.setNetworkState(network, key: Self.prefix + policy.host.lowercased(), value: value)
    }
}
