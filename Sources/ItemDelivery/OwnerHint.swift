import Foundation
import Localization
import NewsModel
import NewsWording
import Speaking
import Storage
import Synchronization

/// Tells the current user of an account that a message waits for its owner, without its content.
///
/// A user who answers is asked whether the profile is theirs; until then nothing private is sent.
final class OwnerHint: Sendable {
    private let store: Store
    private let catalogue: Catalogue
    private let options: DeliveryOptions
    private let speaker: Speaker
    private let sent = Mutex<[Address: Date]>([:])
    /// Seconds after which one attempt is given up; the lane tries again later.
    private static let timeout: TimeInterval = 10
    /// Seconds between two hints at one address.
    private static let rest: TimeInterval = 86_400

    init(store: Store, catalogue: Catalogue, options: DeliveryOptions, speaker: Speaker) {
        self.store = store
        self.catalogue = catalogue
        self.options = options
        self.speaker = speaker
    }

    /// Sends a hint if the user is reachable and got none in the last day.
    func send(to address: Address, on network: any ChatNetwork, at now: Date) async throws {
        let last = sent.withLock { $0[address] }
        guard last.map({ now.timeIntervalSince($0) >= Self.rest }) ?? true, await network.canReach(address),
            let settings = try await settings(of: address)
        else { return }
        let wording = NoticeWording(
            localizer: catalogue.localizer(for: settings),
            hints: .privately
        )
        let message = OutgoingMessage(body: wording.waitsForOwner())
        let second = Int(now.timeIntervalSince1970)
        let speech = Speech(message, to: address, until: now + Self.timeout) {
            .ownerHint(account: address.target, second: second, part: $0)
        }
        guard case .sent = try await speaker.say(speech).outcome else { return }
        sent.withLock { sent in
            sent = sent.filter { now.timeIntervalSince($0.value) < Self.rest }
            sent[address] = now
        }
    }

    /// Whether a hint was sent in the last ten minutes: the answer may come at any time.
    func wasSentRecently(to address: Address, at now: Date) -> Bool {
        sent.withLock { $0[address].map { now.timeIntervalSince($0) < 600 } ?? false }
    }

    private func settings(of address: Address) async throws -> RecipientSettings? {
        let identity = Identity(network: address.network, account: address.target)
        return try await store.profile(for: identity)?.settings
    }
}
