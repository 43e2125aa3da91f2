internal import Localization
internal import NewsModel
internal import Storage

extension CommandContext {
    /// How many wishes of a kind an owner may have, and the sender make for rooms; an operator as many as they like.
    func limit(_ kind: WishKind, of owner: Owner) -> WishLimit {
        guard !person.isAdmin else { return WishLimit(own: .max) }
        return WishLimit(own: owner.quotas.limit(kind), created: options.createdQuotas.limit(kind))
    }

    /// Why one wish more is refused of somebody who made too many.
    func tooManyMade(_ kind: String, _ limit: Int) -> CommandError {
        person.hasLastingAccount ? .createdQuota(kind: kind, limit: limit) : .placeQuota(limit: limit)
    }

    /// `me`: what somebody has of what they may have.
    func quotaLines(of profile: Profile, _ speaker: Localizer) async throws -> [String] {
        let store = services.store
        let recipient = profile.id.recipient
        let counts: [(name: String, count: Int, limit: Int)] = [
            ("feeds", try await store.subscriptions(of: recipient).count, options.quotas.subscriptions),
            ("alerts", try await store.alerts(of: recipient).count, options.quotas.alerts),
            ("saved", try await store.countSaved(of: profile.id), options.quotas.saved),
            ("schedules", try await store.schedules(of: recipient).count, options.quotas.schedules),
            ("mutes", try await store.mutes(of: recipient, at: time).count, options.quotas.mutes),
        ]
        var lines = counts.map { name, count, limit in
            person.isAdmin
                ? speaker.text("quota.me.\(name)Unlimited", ["n": .number(count)])
                : speaker.text("quota.me.\(name)", ["n": .number(count), "limit": .number(limit)])
        }
        let maker = try await maker()
        let made = try await store.createdWishes(by: maker)
        if made.values.contains(where: { $0 > 0 }) {
            let quotas = options.createdQuotas
            var facts: [String: MessageArgument] = [:]
            for kind in WishKind.allCases {
                let name = kind.rawValue + "s"
                let count = MessageArgument.number(made[kind] ?? 0)
                let text =
                    person.isAdmin
                    ? speaker.text("quota.made.\(name)", ["n": count])
                    : speaker.text("quota.madeOf.\(name)", ["count": count, "n": .number(quotas.limit(kind))])
                facts[name] = .text(text)
            }
            lines.append(speaker.text(maker.isPlace ? "quota.me.place" : "quota.me.rooms", facts))
        }
        lines += try await heavyLines(of: profile, speaker)
        for identity in try await store.identities(of: profile.id) {
            let network = services.networks[identity.network]
            guard let rooms = await network?.roomsBrought(by: identity.account), rooms.count > 0 else { continue }
            let facts: [String: MessageArgument] = [
                "account": .text("\(identity.shownAccount) (\(identity.network))"), "n": .number(rooms.count),
                "limit": .number(rooms.limit),
            ]
            lines.append(speaker.text("quota.me.broughtInto" + (person.isAdmin ? "Unlimited" : ""), facts))
        }
        let used = try await store.paidBytes(by: maker)
        if used > 0 {
            let limit = store.limits.personBytes
            let facts = ["used": Megabytes.shown(used), "limit": Megabytes.shown(limit)]
            let isLimited = !person.isAdmin && limit < .max
            lines.append(speaker.text(isLimited ? "quota.me.bytes" : "quota.me.bytesUnlimited", facts))
        }
        return lines
    }
}

extension CommandOptions.Quotas {
    func limit(_ kind: WishKind) -> Int {
        switch kind {
        case .subscription: subscriptions
        case .alert: alerts
        case .schedule: schedules
        case .mute: mutes
        }
    }
}

enum Megabytes {
    /// Of anything at least one.
    static func shown(_ bytes: Int64) -> MessageArgument {
        .number(Int(bytes / 1_000_000) + (bytes % 1_000_000 > 0 ? 1 : 0))
    }
}

extension StorageError {
    /// What is said of an error nobody foresaw, logged under a reference.
    static func words(of error: any Error, _ reference: String) -> LocalizedMessage {
        (error as? StorageError)?.words ?? LocalizedMessage("error.internal", ["reference": .text(reference)])
    }

    /// What the sender of a command can know and do about it; nil where only the operator can.
    var words: LocalizedMessage? {
        switch self {
        case .diskFull: LocalizedMessage("quota.diskFull")
        case .noRoom(.ceiling), .noRoom(.disk): LocalizedMessage("quota.noRoom")
        case .noRoom(.person(let used, let limit)):
            LocalizedMessage("quota.noShare", ["used": Megabytes.shown(used), "limit": Megabytes.shown(limit)])
        case .databaseIsNewer, .cannotOpen, .temporary, .refused, .noSuchRow: nil
        }
    }
}
