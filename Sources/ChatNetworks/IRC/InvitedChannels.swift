import Foundation
import IRCClient
import NewsModel

/// The channels the bot was invited to, stored over restarts, and the configured channels.
actor InvitedChannels {
    /// The decision on an invitation.
    enum Verdict: Hashable {
        case isNew
        /// The bot is in the channel or is joining it.
        case isKnown
        /// The account has reached its limit of channels.
        case tooManyByPerson
        /// All accounts together have reached their limit.
        case tooMany
    }

    private static let key = "invitedChannels"

    private let network: String
    private let state: any NetworkStateStore
    private(set) var mostPerPerson: Int
    private let most: Int
    private var configured: [IRCChannelName]
    private var invited: [Invited] = []

    /// An invited channel and the account that invited us; nil for guests, who share one limit.
    private struct Invited {
        var channel: String
        var by: String?

        /// Reads a line of the stored list; early versions stored only the channel.
        init(line: Substring) {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            channel = words.first ?? ""
            by = words.count > 1 ? words[1] : nil
        }

        init(channel: String, by: String?) { (self.channel, self.by) = (channel, by) }

        var line: String { by.map { channel + " " + $0 } ?? channel }
    }

    init(
        network: String,
        configured: [IRCChannelName],
        mostPerPerson: Int = 50,
        most: Int = 200,
        state: any NetworkStateStore
    ) {
        self.most = most
        self.mostPerPerson = mostPerPerson
        self.network = network
        self.configured = configured
        self.state = state
    }

    var all: [IRCChannelName] { configured + invited.map { IRCChannelName(name: $0.channel) } }

    func load() async throws {
        let lines = try await state.networkState(network, key: Self.key)?.split(separator: "\n") ?? []
        invited = lines.map(Invited.init(line:)).filter { !isConfigured($0.channel) }
    }

    func setMostPerPerson(_ count: Int) { mostPerPerson = count }

    func configure(_ channels: [IRCChannelName]) {
        configured = channels
        invited.removeAll { isConfigured($0.channel) }
    }

    /// Adds a channel if it is new and the limits allow it.
    ///
    /// Admins (`isUnlimited`) have no limits.
    func add(_ channel: String, by account: String?, isUnlimited: Bool = false) async throws -> Verdict {
        guard !isConfigured(channel), !isInvited(channel) else { return .isKnown }
        if !isUnlimited {
            guard count(by: account) < mostPerPerson else { return .tooManyByPerson }
            guard invited.count < most else { return .tooMany }
        }
        invited.append(Invited(channel: channel, by: account))
        try await save()
        return .isNew
    }

    /// The number of channels that an account has brought the bot into.
    func count(by account: String?) -> Int { invited.count { $0.by == account } }

    /// Removes an invited channel; false when the bot was not invited to it.
    func remove(_ channel: String) async throws -> Bool {
        guard isInvited(channel) else { return false }
        invited.removeAll { $0.channel.lowercased() == channel.lowercased() }
        try await save()
        return true
    }

    private func isConfigured(_ channel: String) -> Bool {
        configured.contains { $0.name.lowercased() == channel.lowercased() }
    }

    private func isInvited(_ channel: String) -> Bool {
        invited.contains { $0.channel.lowercased() == channel.lowercased() }
    }

    private func save() async throws {
        try await state.setNetworkState(
            network,
            key: Self.key,
            value: invited.isEmpty ? nil : invited.map(\.line).joined(separator: "\n")
        )
    }
}
