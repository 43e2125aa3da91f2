import Foundation
import Localization
import NewsModel
import NewsWording
import Storage
import Synchronization

/// Tells whoever has an account now that something waits for its owner, and nothing of what it is.
///
/// Where they are the owner they answer, and are asked; until then nothing private is said.
final class OwnerHint: Sendable {
    private let store: Store
    private let catalogue: Catalogue
    private let options: DeliveryOptions
    private let given = Mutex<[Address: Date]>([:])
    /// Seconds between two hints at one address.
    private static let rest: TimeInterval = 86_400

    init(store: Store, catalogue: Catalogue, options: DeliveryOptions) {
        self.store = store
        self.catalogue = catalogue
        self.options = options
    }

    /// Gives one if somebody is there and none was given for a day.
    func give(to address: Address, on network: any ChatNetwork, at now: Date) async throws {
        let last = given.withLock { $0[address] }
        guard last.map({ now.timeIntervalSince($0) >= Self.rest }) ?? true, await network.canReach(address),
            let settings = try await settings(of: address)
        else { return }
        let prefix = options.commandPrefix
        let wording = NoticeWording(
            localizer: catalogue.localizer(for: settings),
            hints: CommandHints { prefix + $0 }
        )
        let message = OutgoingMessage(body: wording.waitsForOwner())
        for (index, part) in network.parts(of: message, to: address).enumerated() {
            let second = Int(now.timeIntervalSince1970)
            let key = PartKey.ownerHint(account: address.target, second: second, part: index)
            guard case .confirmed = await network.send(part, key: key, to: address) else { return }
        }
        given.withLock { given in
            given = given.filter { now.timeIntervalSince($0.value) < Self.rest }
            given[address] = now
        }
    }

    /// Whether one was given a moment ago: the answer may come at any time.
    func isFresh(_ address: Address, at now: Date) -> Bool {
        given.withLock { $0[address].map { now.timeIntervalSince($0) < 600 } ?? false }
    }

    private func settings(of address: Address) async throws -> RecipientSettings? {
        let identity = Identity(network: address.network, account: address.target)
        return try await store.profile(for: identity)?.settings
    }
}
