import Foundation
import NewsModel
import Storage

/// Finds another address of a person for deliveries that cannot reach the chosen one.
struct FallbackAddress: Sendable {
    let store: Store
    let networks: [String: any ChatNetwork]
    let options: DeliveryOptions

    /// Another of the person's accounts that is reachable now, most recently seen first.
    func address(for address: Address, at now: Date) async throws -> Address? {
        let identity = Identity(network: address.network, account: address.target)
        guard address.kind == .person, let profile = try await store.profile(for: identity) else { return nil }
        for other in try await store.addresses(of: profile.id.recipient) where other != address {
            guard other.kind == .person, let network = networks[other.network] else { continue }
            guard try await store.pauseReason(of: other) == nil, await network.canReach(other) else { continue }
            let lifetime = options.identityLifetimes[other.network]
            let presence = await (network as? any PresenceWatching)?.presence(of: other.target)
            let account = Identity(network: other.network, account: other.target)
            guard try await !store.isDormant(account, presence: presence, lifetime: lifetime, at: now) else {
                continue
            }
            return other
        }
        return nil
    }

    /// Moves deliveries that are urgent or have waited for long to another account; the others wait for the person.
    func moveDeliveries(from address: Address, at now: Date) async throws {
        guard address.kind == .person else { return }
        let normal = now.addingTimeInterval(-options.fallbackAfter)
        let urgent = now.addingTimeInterval(-options.urgentFallbackAfter)
        guard try await store.hasUnreached(at: address, waitingSince: normal, urgent: urgent),
            let other = try await self.address(for: address, at: now)
        else { return }
        try await store.moveUnreached(from: address, to: other, waitingSince: normal, urgent: urgent, at: now)
    }
}
