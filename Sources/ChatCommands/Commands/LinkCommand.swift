internal import Foundation
internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import Storage

extension Command {
    static let link = Command(
        name: "link",
        isGeneric: true,
        topic: .settings,
        need: .owner,
        mostWords: 1,
        shape: .code,
        asksForPushes: { _ in true },
        worksWhileDormant: true,
        takesSecretCode: true
    ) { context, arguments in
        guard let identity = context.person.identity else {
            throw CommandError.needsAccount(byServices: context.message.traits.hasServices)
        }
        let store = context.services.store
        guard let word = arguments.first else {
            let profile = try await context.profile()
            let code = try await store.makeLinkCode(
                for: profile.id,
                lifetime: context.linkLifetime,
                at: context.time
            )
            let speaker = context.services.catalogue.localizer(for: profile.settings)
            return context.privately(
                speaker.richText(
                    "settings.link.code",
                    ["link": .text("link " + code), "span": .text(speaker.duration(Int(context.linkLifetime)))]
                )
            )
        }
        guard await context.memory.takeGuess(of: context.person.counted, at: context.time) else {
            throw CommandError.tooManyCodes
        }
        let code = String(word.text.prefix(40))
        guard let profile = try await store.redeemLinkCode(code, at: context.time) else { throw CommandError.badCode }
        return try await AccountLinks(context).link(identity, to: profile)
    }

    static let unlink = Command(
        name: "unlink",
        isGeneric: true,
        topic: .settings,
        need: .account,
        mostWords: 1,
        shape: .name(atMost: 3)
    ) {
        context,
        arguments in
        let profile = try await context.profile()
        let others = try await AccountLinks(context).otherAccounts(of: profile.id)
        guard let identity = context.person.identity, let nearest = others.first else {
            throw CommandError.notLinked(hint: context.hint("link"))
        }
        let store = context.services.store
        guard let word = arguments.first else {
            await context.memory.forget(context.person.key)
            _ = try await store.unlink(
                identity,
                from: profile.id,
                movingSubscriptions: true,
                otherwiseAt: nearest.address,
                at: context.time
            )
            return context.privately(
                context.localizer.richText("settings.unlink.here", ["accounts": .names(Self.names(others))])
            )
        }
        let named = word.text.lowercased()
        let matching = others.filter { other in
            [other.shownAccount, other.network, "\(other.network):\(other.shownAccount)"]
                .map { $0.lowercased() }.contains(named)
        }
        guard let other = matching.first, matching.count == 1 else {
            throw CommandError.noSuchAccount(
                String(word.text.prefix(80)),
                known: others.map { "\($0.network):\($0.shownAccount)" }
            )
        }
        _ = try await store.unlink(
            other,
            from: profile.id,
            movingSubscriptions: false,
            otherwiseAt: context.person.address,
            at: context.time
        )
        return context.privately(
            context.localizer.richText("settings.unlink.away", ["account": .names(Self.names([other]))])
        )
    }

    static func names(_ identities: [Identity]) -> [String] {
        identities.map { "\($0.shownAccount) (\($0.network))" }
    }
}

/// Links several accounts to one profile.
struct AccountLinks: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The profile's other accounts, the most recently seen first.
    func otherAccounts(of profile: ProfileID) async throws -> [Identity] {
        try await services.store.identities(of: profile).filter { $0 != person.identity }
    }

    /// Adds the account to the profile.
    ///
    /// If the account already has data, its owner must confirm first.
    fileprivate func link(_ identity: Identity, to profile: Profile) async throws -> [Answer] {
        let store = services.store
        if let dormant = person.dormant {
            guard dormant.profile.id == profile.id else { throw CommandError.dormant }
            try await attach(identity, to: profile.id)
            return say("settings.link.again")
        }
        guard let own = person.profile else {
            try await attach(identity, to: profile.id)
            return try await joined(profile.id)
        }
        if own.id == profile.id {
            let others = try await otherAccounts(of: own.id)
            guard !others.isEmpty else { return say("settings.link.here") }
            return say("settings.link.same", ["accounts": .names(Command.names(others + [identity]))])
        }
        if try await store.isBlank(own.id) { return try await join(own, with: profile.id) }
        let code = try await Questions(context).code(for: .join(profile.id), of: own.id)
        let accounts = Command.names(try await store.identities(of: profile.id))
        return say(
            "settings.link.ask",
            [
                "accounts": .names(accounts), "yes": .text(privateHint("yes " + code)),
                "span": .text(localizer.duration(Int(codeLifetime))),
            ]
        )
    }

    private func attach(_ identity: Identity, to profile: ProfileID) async throws {
        _ = try await services.store.attach(
            identity,
            name: person.displayName,
            presence: person.presence,
            to: profile,
            at: time
        )
        try await services.games?.link(["\(identity.network):\(identity.account)"], to: profile)
    }

    /// Merges the profile `own` into `other`.
    func join(_ own: Profile, with other: ProfileID) async throws -> [Answer] {
        guard let identity = person.identity else {
            throw CommandError.needsAccount(byServices: message.traits.hasServices)
        }
        // The private quiz round of the merged profile has no owner afterwards.
        let ended = try await services.games?.stop(in: own.id.recipient)
        guard try await services.store.merge(own.id, of: identity, into: other, at: time) else {
            throw CommandError.badCode
        }
        try await services.games?.link([Participant.person(of: own.id)], to: other)
        return (ended.map { show($0) } ?? []) + (try await joined(other))
    }

    private func joined(_ id: ProfileID) async throws -> [Answer] {
        let store = services.store
        guard let profile = try await store.profile(id) else { throw CommandError.badCode }
        let speaker = services.catalogue.localizer(for: profile.settings)
        let feeds = try await store.subscriptions(of: id.recipient).count
        let alerts = try await store.alerts(of: id.recipient)
        var body = speaker.richText(
            "settings.link.done",
            [
                "accounts": .names(Command.names(try await store.identities(of: id))),
                "feeds": .text(speaker.text("settings.me.feeds", ["n": .number(feeds)])),
                "alerts": .text(speaker.text("settings.me.alerts", ["n": .number(alerts.count)])),
                "language": .text(services.catalogue.name(ofLanguage: speaker.language)),
                "zone": .text(ZoneName.shown(speaker.timeZone)),
                "unlink": .text(privateHint("unlink")),
            ]
        )
        if try await !Queries(context).inactiveReasons(alerts, of: id.recipient).isEmpty {
            body = body + speaker.richText("query.someRest", ["hint": .text(privateHint("alert list"))])
        }
        return privately(body)
    }
}
