internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage

/// A profile whose account nobody has seen for so long that a stranger may have it now.
struct DormantProfile: Sendable {
    var profile: Profile
    var lastSeenAt: Date
}

extension Command {
    /// Whether it works in private before a dormant profile has been claimed.
    var needsNoProfile: Bool { ["yes", "help", "start", "about"].contains(name) }
}

extension CommandContext {
    /// Asks whose profile it is, in private: nothing of it is shown before.
    func askWhoseProfile(_ dormant: DormantProfile) async throws -> [Answer] {
        let store = services.store
        func code(_ action: PendingAction) async throws -> MessageArgument {
            let code = try await store.makeCode(for: dormant.profile.id, action: action.text, at: time)
            return .text(options.prefix + "yes " + code)
        }
        return say(
            "settings.dormant.ask",
            [
                "account": .text(person.identity?.account ?? person.displayName),
                "date": .text(localizer.date(dormant.lastSeenAt)),
                "mine": try await code(.claimProfile),
                "other": try await code(.beginAnew),
            ],
            privately: true
        )
    }

    func claimProfile() async throws -> [Answer] {
        if let identity = person.identity { try await services.store.wake(identity, at: time) }
        return say("settings.dormant.claimed")
    }

    func beginAnew(_ profile: ProfileID) async throws -> [Answer] {
        try await services.store.erase(profile)
        await memory.forget(person.key)
        return say("settings.dormant.begun")
    }
}
