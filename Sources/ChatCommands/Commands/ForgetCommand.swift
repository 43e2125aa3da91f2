internal import Localization
internal import NewsModel
internal import Storage

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
        let profile = try await context.profile()
        let code = try await context.services.store.makeCode(for: profile.id, action: action.text, at: context.time)
        let speaker = context.services.catalogue.localizer(for: profile.settings)
        let key = action == .forgetMe ? "settings.forget.ask" : "settings.forget.askHistory"
        return context.privately(speaker.richText(key, ["code": .text(context.options.prefix + "yes " + code)]))
    }

    static let yes = Command(name: "yes", genericAliases: ["confirm"], isGeneric: true, topic: .settings) {
        context,
        arguments in
        guard let code = arguments.first else { return try await context.acceptOffer() }
        guard let profile = context.person.profile ?? context.person.dormant?.profile else {
            throw CommandError.badCode
        }
        let store = context.services.store
        let action = try await store.redeemCode(String(code.text.prefix(40)), for: profile.id, at: context.time)
        switch action.flatMap(PendingAction.init) {
        case .forgetMe:
            try await store.erase(profile.id)
            await context.memory.forget(context.person.key)
            return context.say("settings.forget.done")
        case .forgetHistory:
            try await store.eraseHistory(of: profile.id)
            return context.say("settings.forget.doneHistory")
        case .claimProfile: return try await context.claimProfile()
        case .beginAnew: return try await context.beginAnew(profile.id)
        case .unsubscribeAll(let recipient):
            return try await context.unsubscribeAll(recipient)
        case .join(let other): return try await context.join(profile, with: other)
        case nil:
            throw CommandError.badCode
        }
    }
}
