internal import Localization
internal import NewsModel
internal import Storage

/// The limits of people and rooms, and how much of them is used.
struct QuotaLimits: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The limit of an owner, and of the sender for all rooms together.
    ///
    /// Admins have none.
    func limit(_ kind: QuotaKind, of owner: Owner) -> QuotaLimit {
        guard !person.isAdmin else { return QuotaLimit(own: .max) }
        return QuotaLimit(own: owner.quotas.limit(kind), created: options.createdQuotas.limit(kind))
    }

    /// The error for a sender who created too many items of a kind.
    func tooManyMade(_ kind: String, _ limit: Int) -> CommandError {
        person.hasLastingAccount ? .createdQuota(kind: kind, limit: limit) : .placeQuota(limit: limit)
    }

    /// For `me`: what the person has, and the limits.
    func quotaLines(of profile: Profile, _ speaker: Localizer) async throws -> [String] {
        let store = services.store
        let recipient = profile.id.recipient
        let counts: [(name: String, count: Int, limit: Int)] = [
            ("feeds", try await store.subscriptions(of: recipient).count, options.quotas.subscriptions),
            ("alerts", try await store.alerts(of: recipient).count, options.quotas.alerts),
            ("saved", try await store.countSaved(of: profile.id), options.quotas.saved),
            ("schedules", try await store.schedules(of: recipient).count, options.quotas.schedules),
            ("mutes", try await store.mutes(of: recipient, at: time).count, options.quotas.mutes),
            ("filters", try await store.filters(of: recipient).count, options.quotas.filters),
        ]
        var lines = counts.map { name, count, limit in
            person.isAdmin
                ? speaker.text("quota.me.\(name)Unlimited", ["n": .number(count)])
                : speaker.text("quota.me.\(name)", ["n": .number(count), "limit": .number(limit)])
        }
        let maker = try await Owners(context).maker()
        let made = try await store.createdCounts(by: maker)
        if made.values.contains(where: { $0 > 0 }) {
            let quotas = options.createdQuotas
            var facts: [String: MessageArgument] = [:]
            for kind in QuotaKind.allCases {
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
        lines += try await Queries(context).heavyLines(of: profile, speaker)
        for identity in try await store.identities(of: profile.id) {
            let network = services.networks[identity.network] as? any InvitationCounting
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
    func limit(_ kind: QuotaKind) -> Int {
        switch kind {
        case .subscription: subscriptions
        case .alert: alerts
        case .schedule: schedules
        case .mute: mutes
        case .filter: filters
        }
    }
}

enum Megabytes {
    /// Megabytes, rounded up.
    static func shown(_ bytes: Int64) -> MessageArgument {
        .number(Int(bytes / 1_000_000) + (bytes % 1_000_000 > 0 ? 1 : 0))
    }
}

extension StorageError {
    /// The text for an error that was logged under a reference.
    static func words(of error: any Error, _ reference: String) -> LocalizedMessage {
        (error as? StorageError)?.words ?? LocalizedMessage("error.internal", ["reference": .text(reference)])
    }

    /// The text for the sender of a command; nil if only the operator can do something about it.
    var words: LocalizedMessage? {
        switch self {
        case .diskFull: LocalizedMessage("quota.diskFull")
        case .noSpace(.ceiling), .noSpace(.disk): LocalizedMessage("quota.noRoom")
        case .noSpace(.person(let used, let limit)):
            LocalizedMessage("quota.noShare", ["used": Megabytes.shown(used), "limit": Megabytes.shown(limit)])
        case .databaseIsNewer, .cannotOpen, .temporary, .refused, .noSuchRow, .damaged: nil
        }
    }
}
