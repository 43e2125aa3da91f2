internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage

/// Confirmation codes that were sent to people and not used yet.
struct HeldCodes: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The person's own open code, which a bare `yes` may refer to.
    ///
    /// Nil in rooms, so that nobody else sees it.
    func heldCode() async throws -> String? {
        guard isPrivate, let profile = person.profile else { return nil }
        return try await services.store.heldCode(of: profile.id, at: time)
    }
}

extension Store {
    /// The open code that was sent to a person.
    func heldCode(of profile: ProfileID, at time: Date) async throws -> String? {
        let actions = [PendingAction.forgetMe, .forgetHistory, .unsubscribeAll(profile.recipient)]
        return try await heldCode(for: profile, actions: actions.map(\.text), at: time)
    }
}

extension Command {
    static let forget = Command(
        name: "forget",
        isGeneric: true,
        topic: .settings,
        need: .account,
        shape: CommandShape { $0.rest.isOne("me", "history", "everything") }
    ) {
        context,
        arguments in
        var arguments = arguments
        let action: PendingAction
        if arguments.takeFirst("me", "everything") {
            action = .forgetMe
        } else if arguments.takeFirst("history") {
            action = .forgetHistory
        } else {
            throw context.usageError("forget")
        }
        try context.refuseRest(arguments, of: "forget")
        let profile = try await context.profile()
        let code = try await context.services.store.makeCode(
            for: profile.id,
            action: action.text,
            lifetime: context.codeLifetime,
            at: context.time
        )
        let speaker = context.services.catalogue.localizer(for: profile.settings)
        var facts: [String: MessageArgument] = ["code": .text(context.privateHint("yes " + code))]
        let others = try await AccountLinks(context).otherAccounts(of: profile.id)
        facts["span"] = .text(speaker.duration(Int(context.codeLifetime)))
        facts["accounts"] = .text(Command.names(others))
        facts["unlink"] = .text(context.privateHint("unlink"))
        let key =
            switch action {
            case .forgetMe: others.isEmpty ? "settings.forget.ask" : "settings.forget.askLinked"
            default: "settings.forget.askHistory"
            }
        return context.privately(speaker.richText(key, facts))
    }

    static let yes = Command(
        name: "yes",
        genericAliases: ["confirm"],
        isGeneric: true,
        topic: .settings,
        need: .owner,
        mostWords: 1,
        shape: .code,
        effect: .showsOnly { $0.words.count == 1 },
        worksWhileDormant: true,
        mayBeSwitchedOff: false,
        roles: [.confirmation: "yes"]
    ) {
        context,
        arguments in
        guard let code = arguments.first else { return try await Following(context).acceptOffer() }
        guard let profile = context.person.profile ?? context.person.dormant?.profile else {
            throw CommandError.badCode
        }
        let store = context.services.store
        let action = try await store.redeemCode(String(code.text.prefix(40)), for: profile.id, at: context.time)
        let pending = action.flatMap(PendingAction.init)
        // Until the dormant profile is claimed, only codes that claim or replace it are accepted.
        if context.person.dormant != nil, pending != .claimProfile, pending != .beginAnew { throw CommandError.badCode }
        switch pending {
        case .forgetMe:
            try await context.services.erase(profile.id)
            await context.memory.forget(context.person.key)
            return context.say("settings.forget.done")
        case .forgetHistory:
            try await store.eraseHistory(of: profile.id)
            return context.say("settings.forget.doneHistory")
        // A claim is valid only for an account whose profile is dormant.
        case .claimProfile where context.person.dormant == nil, .beginAnew where context.person.dormant == nil:
            throw CommandError.badCode
        case .claimProfile: return try await DormantProfiles(context).claimProfile()
        case .beginAnew: return try await DormantProfiles(context).beginAnew(profile.id)
        case .unsubscribeAll(let recipient):
            return try await Unfollowing(context).unsubscribeAll(
                try await Unfollowing(context).ownerStill(of: recipient)
            )
        case .join(let other): return try await AccountLinks(context).join(profile, with: other)
        case nil:
            throw CommandError.badCode
        }
    }
}
