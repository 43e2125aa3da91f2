internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage

extension Command {
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
        answersQuestions: true,
        roles: [.confirmation: "yes"]
    ) { context, arguments in
        guard let code = arguments.first else { return try await Questions(context).accept() }
        return try await Questions(context).confirm(code.text)
    }

    static let no = Command(
        name: "no",
        genericAliases: ["cancel"],
        isGeneric: true,
        topic: .settings,
        mostWords: 0,
        // A mail that says no answers nothing of ours: what a mail is asked is refused by doing nothing.
        shape: CommandShape { _ in false },
        worksWhileDormant: true,
        mayBeSwitchedOff: false,
        answersQuestions: true
    ) { context, _ in
        try await Questions(context).cancel()
    }
}

/// Does what a confirmation code was made for.
struct PendingActions: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run(_ action: PendingAction, of profile: Profile) async throws -> [Answer] {
        let store = services.store
        // Until the dormant profile is claimed, only codes that claim or replace it are accepted.
        if person.dormant != nil, action != .claimProfile, action != .beginAnew { throw CommandError.badCode }
        switch action {
        case .forgetMe:
            for account in try await services.erase(profile.id) {
                await memory.forget(Person.key(of: account))
            }
            await memory.forget(person.key)
            return say("settings.forget.done")
        case .forgetHistory:
            try await store.eraseHistory(of: profile.id)
            return say("settings.forget.doneHistory")
        // A claim is valid only for an account whose profile is dormant.
        case .claimProfile where person.dormant == nil, .beginAnew where person.dormant == nil:
            throw CommandError.badCode
        case .claimProfile: return try await DormantProfiles(context).claimProfile()
        case .beginAnew: return try await DormantProfiles(context).beginAnew(profile.id)
        case .unsubscribeAll(let recipient):
            return try await Unfollowing(context).unsubscribeAll(
                try await Unfollowing(context).ownerStill(of: recipient)
            )
        case .join(let other): return try await AccountLinks(context).join(profile, with: other)
        }
    }
}
