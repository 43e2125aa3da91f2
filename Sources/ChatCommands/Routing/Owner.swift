internal import Foundation
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
    var mailbox: PersonMailbox?

    var isRoom: Bool { room != nil }
}

extension CommandContext {
    /// The person's profile, made now for a verified account; a guest is told how to identify.
    func profile() async throws -> Profile {
        if let profile = person.profile { return profile }
        guard let identity = person.identity else { throw CommandError.needsAccount(message.networkKind) }
        guard person.dormant == nil else { throw CommandError.dormant }
        return try await services.store.ensureProfile(
            for: identity,
            name: person.displayName,
            presence: person.presence,
            at: time
        )
    }

    /// The profile if there can be one; nil for a guest.
    func profileIfVerified() async throws -> Profile? {
        person.identity == nil || (person.dormant != nil && !isPrivate) ? nil : try await profile()
    }

    /// For whom it counts what the sender makes; a guest is told how to identify, where that is possible.
    func maker() async throws -> Maker {
        let profile = try await profileIfVerified()?.id
        if let identity = person.identity, person.hasLastingAccount { return Maker(identity, profile: profile) }
        if person.identity == nil, services.networks[message.network]?.hasAccounts ?? true {
            throw CommandError.needsAccount(message.networkKind)
        }
        return Maker(guestOf: message.network, from: person.origin, profile: profile)
    }

    /// Whose news is shown here, kept from now on for a verified person, so that numbers and visits are theirs.
    func visitor() async throws -> RecipientID? {
        if let room { return room.id.recipient }
        return try await profileIfVerified()?.id.recipient
    }

    /// Remembers that the news are looked at here, and says when the visit before this one ended; nil on the first.
    @discardableResult
    func visited() async throws -> Date? {
        guard let visitor = try await visitor() else { return nil }
        return try await services.store.recordVisit(of: visitor, at: time)
    }

    /// Whose wishes are meant by a place: none is where it was typed.
    ///
    /// Another room's are told to those who are in it. Changing a room's needs one of its operators; `alternative` is
    /// what would work for the sender alone.
    func owner(of place: PlaceWord?, toChange: Bool, alternative: String = "") async throws -> Owner {
        switch place ?? .here {
        case .here:
            guard let room else { return try await personOwner(toChange: toChange) }
            if toChange, !(await mayChange(room)) { throw CommandError.needsOperator(alternative: alternative) }
            return roomOwner(room)
        case .privately:
            return try await personOwner(toChange: toChange)
        case .mail:
            return try await mailOwner(toChange: toChange)
        case .room(let name):
            return roomOwner(try await namedRoom(name, toChange: toChange, alternative: alternative))
        }
    }

    /// A room by its name.
    ///
    /// Who is neither in it nor decides about it hears the same as if the bot were not there.
    private func namedRoom(_ name: String, toChange: Bool, alternative: String) async throws -> Room {
        let folded = services.networks[message.network]?.folded(name) ?? name
        let known = try await services.store.room(network: message.network, name: folded)
        if let known {
            if await mayChange(known) { return known }
            if await isMember(of: known) {
                guard toChange else { return known }
                throw CommandError.needsOperator(alternative: alternative)
            }
        }
        guard toChange, let room = try await enteredRoom(name, known: known, alternative: alternative) else {
            throw CommandError.notInRoom(name)
        }
        return room
    }

    /// A room the bot goes into because one of its operators names it; nil where rooms are not entered like that.
    private func enteredRoom(_ name: String, known: Room?, alternative: String) async throws -> Room? {
        guard let network = services.networks[message.network], network.kind == .matrix,
            let account = person.identity?.account
        else { return nil }
        if let known, await network.canReach(Address(network: known.network, kind: .room, target: known.name)) {
            throw CommandError.needsInvitation(name)
        }
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

    private func roomOwner(_ room: Room) -> Owner {
        Owner(
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
