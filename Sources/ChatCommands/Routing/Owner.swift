internal import NewsModel
internal import Storage

/// Whose wish a command is about, and where its news will go.
struct Owner: Sendable {
    var recipient: RecipientID
    var address: Address
    /// Nil when it is a person.
    var room: Room?
    var quotas: CommandOptions.Quotas
    /// Where it is one.
    var mailbox: Mailbox?

    var isRoom: Bool { room != nil }
}

extension CommandContext {
    /// The person's profile, made now for a verified account; a guest is told how to identify.
    func profile() async throws -> Profile {
        if let profile = person.profile { return profile }
        guard let identity = person.identity else { throw await unidentified() }
        guard person.dormant == nil else { throw CommandError.dormant }
        return try await services.store.ensureProfile(
            for: identity,
            name: person.displayName,
            presence: person.presence,
            at: time
        )
    }

    /// What a guest must do to be known.
    func unidentified() async -> CommandError {
        guard message.networkKind == .mail else { return .needsAccount(message.networkKind) }
        let code = await services.networks[message.network]?.confirmationCode(for: message)
        return code.map { .needsConfirmation(code: $0) } ?? .tooManyConfirmations
    }

    /// The profile if there can be one; nil for a guest.
    func profileIfVerified() async throws -> Profile? {
        person.identity == nil || (person.dormant != nil && !isPrivate) ? nil : try await profile()
    }

    /// Whose news is shown here, kept from now on for a verified person, so that numbers and visits are theirs.
    func visitor() async throws -> RecipientID? {
        if let room { return room.id.recipient }
        return try await profileIfVerified()?.id.recipient
    }

    /// Whose wishes are meant by a place: none is where it was typed.
    ///
    /// Changing a room's needs one of its operators; `alternative` is what would work for the sender alone.
    func owner(of place: PlaceWord?, toChange: Bool, alternative: String = "") async throws -> Owner {
        switch place ?? .here {
        case .here:
            guard let room else { return try await personOwner(toChange: toChange) }
            return try await roomOwner(room, toChange: toChange, alternative: alternative)
        case .privately:
            return try await personOwner(toChange: toChange)
        case .mail:
            return try await mailOwner(toChange: toChange)
        case .room(let name):
            let folded = services.networks[message.network]?.folded(name) ?? name
            var room = try await services.store.room(network: message.network, name: folded)
            if room == nil, toChange { room = try await enteredRoom(name, alternative: alternative) }
            guard let room else { throw CommandError.notInRoom(name) }
            return try await roomOwner(room, toChange: toChange, alternative: alternative)
        }
    }

    /// A room the bot goes into because one of its operators names it; nil where rooms are not entered like that.
    private func enteredRoom(_ name: String, alternative: String) async throws -> Room? {
        guard let network = services.networks[message.network], network.kind == .matrix,
            let account = person.identity?.account
        else { return nil }
        let entry = try await fetching(Self.fetchesPerEntry) { await network.enterRoom(name, for: account) }
        switch entry {
        case .entered(let room):
            return try await services.store.ensureRoom(
                network: message.network,
                name: network.folded(room),
                etiquette: options.roomDefaults(on: network.kind),
                at: time
            )
        case .noRight: throw CommandError.needsOperator(alternative: alternative)
        case .refused: throw CommandError.needsInvitation(name)
        case .unavailable: throw CommandError.cannotEnterNow(name)
        case .unsupported: return nil
        }
    }

    /// Coming and going is seen by everybody in a room: nobody shall make the bot do that all the time.
    private static let fetchesPerEntry = 5

    /// Where a person's own wish goes: here, to them alone, or to a room they may decide for.
    private func personOwner(toChange: Bool) async throws -> Owner {
        let profile = try await profile()
        return Owner(
            recipient: profile.id.recipient,
            address: person.address,
            room: nil,
            quotas: options.quotas,
            mailbox: toChange && message.networkKind == .mail ? try await mailbox(toSend: false) : nil
        )
    }

    private func roomOwner(_ room: Room, toChange: Bool, alternative: String) async throws -> Owner {
        if toChange, !(await mayChange(room)) { throw CommandError.needsOperator(alternative: alternative) }
        return Owner(
            recipient: room.id.recipient,
            address: Address(network: room.network, kind: .room, target: room.name),
            room: room,
            quotas: options.roomQuotas
        )
    }

    func mayChange(_ room: Room) async -> Bool {
        if person.isAdmin { return true }
        if room.name == self.room?.name { return message.sender.isRoomOperator }
        guard let account = person.identity?.account, let network = services.networks[message.network] else {
            return false
        }
        return await network.isOperator(account: account, in: room.name)
    }
}
