internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage

extension CommandContext {
    /// The code of their own that a bare `yes` may have meant; never where others read along.
    func heldCode() async throws -> String? {
        guard isPrivate, let profile = person.profile else { return nil }
        return try await services.store.heldCode(of: profile.id, at: time)
    }
}

extension Store {
    /// The code that a person was told to send back.
    func heldCode(of profile: ProfileID, at time: Date) async throws -> String? {
        let actions = [PendingAction.forgetMe, .forgetHistory, .unsubscribeAll(profile.recipient)]
        return try await heldCode(for: profile, actions: actions.map(\.text), at: time)
    }
}

extension Command {
    static let forget = Command(name: "forget", isGeneric: true, topic: .settings, need: .account) {
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
        let others = try await context.otherAccounts(of: profile.id)
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

    static let yes = Command(name: "yes", genericAliases: ["confirm"], isGeneric: true, topic: .settings, mostWords: 1)
    {
        context,
        arguments in
        guard let code = arguments.first else { return try await context.acceptOffer() }
        guard let profile = context.person.profile ?? context.person.dormant?.profile else {
            throw CommandError.badCode
        }
        let store = context.services.store
        let action = try await store.redeemCode(String(code.text.prefix(40)), for: profile.id, at: context.time)
        let pending = action.flatMap(PendingAction.init)
        // While it is asked whose profile it is, nobody else's wishes about it count.
        if context.person.dormant != nil, pending != .claimProfile, pending != .beginAnew { throw CommandError.badCode }
        switch pending {
        case .forgetMe:
            try await store.erase(profile.id)
            await context.memory.forget(context.person.key)
            return context.say("settings.forget.done")
        case .forgetHistory:
            try await store.eraseHistory(of: profile.id)
            return context.say("settings.forget.doneHistory")
        // Only whoever is asked whose profile it is may answer, not an account that has it anyway.
        case .claimProfile where context.person.dormant == nil, .beginAnew where context.person.dormant == nil:
            throw CommandError.badCode
        case .claimProfile: return try await context.claimProfile()
        case .beginAnew: return try await context.beginAnew(profile.id)
        case .unsubscribeAll(let recipient):
            return try await context.unsubscribeAll(try await context.ownerStill(of: recipient))
        case .join(let other): return try await context.join(profile, with: other)
        case nil:
            throw CommandError.badCode
        }
    }
}
