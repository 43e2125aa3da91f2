import Foundation
import NewsModel
import Storage

/// Where a person hears what cannot reach them at the address they chose.
struct FallbackAddress: Sendable {
    let store: Store
    let networks: [String: any ChatNetwork]
    let options: DeliveryOptions

    /// Another of the person's accounts that can be reached now, the most recently seen first.
    func address(for address: Address, at now: Date) async throws -> Address? {
        let identity = Identity(network: address.network, account: address.target)
        guard address.kind == .person, let profile = try await store.profile(for: identity) else { return nil }
        for other in try await store.addresses(of: profile.id.recipient) where other != address {
            guard other.kind == .person, let network = networks[other.network] else { continue }
            guard try await store.pauseReason(of: other) == nil, await network.canReach(other) else { continue }
            let lifetime = options.identityLifetimes[other.network]
            let presence = await network.presence(of: other.target)
            let account = Identity(network: other.network, account: other.target)
            guard try await !store.isDormant(account, presence: presence, lifetime: lifetime, at: now) else {
                continue
            }
            return other
        }
        return nil
    }

    /// What is urgent, or has waited for long, goes to another account; the rest waits for the person.
    func take(from address: Address, at now: Date) async throws {
        guard address.kind == .person else { return }
        let patience = now.addingTimeInterval(-options.fallbackAfter)
        let urgent = now.addingTimeInterval(-options.urgentFallbackAfter)
        guard try await store.hasUnreached(at: address, waitingSince: patience, urgent: urgent),
            let other = try await self.address(for: address, at: now)
        else { return }
        try await store.moveUnreached(from: address, to: other, waitingSince: patience, urgent: urgent, at: now)
    }
}
