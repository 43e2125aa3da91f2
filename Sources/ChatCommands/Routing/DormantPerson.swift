internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage

/// A profile whose account was away for so long that somebody else may own the account now.
struct DormantProfile: Sendable {
    var profile: Profile
    var lastSeenAt: Date
}

/// Lets people claim or replace a dormant profile.
struct DormantProfiles: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Asks in private whether the profile is theirs.
    ///
    /// Nothing of it is shown before.
    func askWhoseProfile(_ dormant: DormantProfile) async throws -> [Answer] {
        let store = services.store
        func code(_ action: PendingAction) async throws -> String {
            try await store.makeCode(for: dormant.profile.id, action: action.text, lifetime: codeLifetime, at: time)
        }
        let other = try await code(.beginAnew)
        var arguments: [String: MessageArgument] = [
            "account": .text(person.presence == nil ? person.identity?.account ?? "" : person.displayName),
            "date": .text(localizer.date(dormant.lastSeenAt)),
            "other": .text(privateHint("yes " + other)), "span": .text(localizer.duration(Int(codeLifetime))),
        ]
        // The owner of another linked account proves it there.
        let others = try await verifiableAccounts(of: dormant.profile.id)
        if others.isEmpty {
            let mine = try await code(.claimProfile)
            arguments["mine"] = .text(privateHint("yes " + mine))
            try await Questions(context).ask(.claimProfile, [mine, other], of: dormant.profile.id, privately: true)
            return say("settings.dormant.ask", arguments, privately: true)
        }
        // "Are you the same person?" is proved elsewhere, so a bare `yes` must not begin anew.
        try await Questions(context).ask(
            .beginAnew,
            [other],
            of: dormant.profile.id,
            privately: true,
            needsCode: true
        )
        arguments["networks"] = .names(Set(others.map(\.network)).sorted())
        arguments["link"] = .text(privateHint("link"))
        return say("settings.dormant.askLinked", arguments, privately: true)
    }

    /// The profile's other accounts that are not dormant and can prove ownership.
    private func verifiableAccounts(of profile: ProfileID) async throws -> [Identity] {
        var believed: [Identity] = []
        for other in try await AccountLinks(context).otherAccounts(of: profile) {
            let isDormant = try await services.store.isDormant(
                other,
                presence: await (services.networks[other.network] as? any PresenceWatching)?.presence(
                    of: other.account
                ),
                lifetime: options.identityLifetimes[other.network],
                at: time
            )
            if !isDormant { believed.append(other) }
        }
        return believed
    }

    func claimProfile() async throws -> [Answer] {
        if let identity = person.identity {
            try await services.store.wake(identity, presence: person.presence, at: time)
        }
        return say("settings.dormant.claimed")
    }

    func beginAnew(_ profile: ProfileID) async throws -> [Answer] {
        await memory.forget(person.key)
        // The data is shared with other accounts, so only this account is unlinked.
        if let identity = person.identity, let other = try await AccountLinks(context).otherAccounts(of: profile).first
        {
            _ = try await services.store.unlink(
                identity,
                from: profile,
                movingSubscriptions: false,
                otherwiseAt: other.address,
                at: time
            )
            try await services.store.wake(identity, presence: person.presence, at: time)
            return say("settings.dormant.begunLinked")
        }
        try await services.erase(profile)
        return say("settings.dormant.begun")
    }
}
