internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage

/// Confirmation codes that were sent to people and not used yet.
struct HeldCodes: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The person's own open code with what it confirms, which a bare `yes` may refer to.
    ///
    /// Nil in rooms, so that nobody else sees it.
    func heldCode() async throws -> (code: String, action: PendingAction)? {
        guard isPrivate, let profile = person.profile else { return nil }
        return try await services.store.heldCode(of: profile.id, at: time)
    }
}

extension Store {
    /// The open code that was sent to a person.
    func heldCode(of profile: ProfileID, at time: Date) async throws -> (code: String, action: PendingAction)? {
        for open in try await openCodes(of: profile, at: time) {
            guard let action = PendingAction(open.action) else { continue }
            switch action {
            case .forgetMe, .forgetHistory, .join, .unsubscribeAll(profile.recipient): return (open.code, action)
            case .claimProfile, .beginAnew, .unsubscribeAll: continue
            }
        }
        return nil
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
            return context.say("settings.forget.nothing", ["mute": .text(context.hint("mute football"))])
        }
        try context.refuseRest(arguments, of: "forget")
        let profile = try await context.profile()
        let code = try await Questions(context).code(for: action, of: profile.id, privately: true)
        let speaker = context.services.catalogue.localizer(for: profile.settings)
        var facts: [String: MessageArgument] = ["code": .text(context.privateHint("yes " + code))]
        let others = try await AccountLinks(context).otherAccounts(of: profile.id)
        facts["span"] = .text(speaker.duration(Int(context.codeLifetime)))
        facts["accounts"] = .names(Command.names(others))
        facts["unlink"] = .text(context.privateHint("unlink"))
        let key =
            switch action {
            case .forgetMe: others.isEmpty ? "settings.forget.ask" : "settings.forget.askLinked"
            default: "settings.forget.askHistory"
            }
        return context.privately(speaker.richText(key, facts))
    }
}
