import Foundation
import IRCClient
import NewsModel

/// The channels people have invited the bot to, kept over restarts beside those of the configuration.
actor InvitedChannels {
    /// More would be a stranger's way to fill our memory.
    private static let maximum = 50
    private static let key = "invitedChannels"

    private let network: String
    private let state: any NetworkStateStore
    private var configured: [IRCChannelName]
    private var invited: [String] = []

    init(network: String, configured: [IRCChannelName], state: any NetworkStateStore) {
        self.network = network
        self.configured = configured
        self.state = state
    }

    var all: [IRCChannelName] { configured + invited.map { IRCChannelName(name: $0) } }

    func load() async throws {
        let lines = try await state.networkState(network, key: Self.key)?.split(separator: "\n") ?? []
        invited = lines.map(String.init).filter { !isConfigured($0) }
    }

    func configure(_ channels: [IRCChannelName]) {
        configured = channels
        invited.removeAll(where: isConfigured)
    }

    /// Whether the channel is new to us and there is room for it.
    func add(_ channel: String) async throws -> Bool {
        guard !isConfigured(channel), !isInvited(channel), invited.count < Self.maximum else { return false }
        invited.append(channel)
        try await save()
        return true
    }

    /// Forgets a channel that we were invited to; false for one of the configuration.
    func remove(_ channel: String) async throws -> Bool {
        guard isInvited(channel) else { return false }
        invited.removeAll { $0.lowercased() == channel.lowercased() }
        try await save()
        return true
    }

    private func isConfigured(_ channel: String) -> Bool {
        configured.contains { $0.name.lowercased() == channel.lowercased() }
    }

    private func isInvited(_ channel: String) -> Bool {
        invited.contains { $0.lowercased() == channel.lowercased() }
    }

    private func save() async throws {
        try await state.setNetworkState(
            network,
            key: Self.key,
            value: invited.isEmpty ? nil : invited.joined(separator: "\n")
        )
    }
}
