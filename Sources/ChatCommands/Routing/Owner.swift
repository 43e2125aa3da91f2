internal import Foundation
internal import NewsModel
internal import Storage

/// The owner of subscriptions, alerts and schedules, and the address that messages are sent to.
struct Owner: Sendable {
    var recipient: RecipientID
    var address: Address
    /// Nil when it is a person.
    var room: Room?
    var quotas: CommandOptions.Quotas
    /// The owner's mailbox, if the address is one.
    var mailbox: PersonMailbox?

    var isRoom: Bool { room != nil }
}

/// Finds the owner that a command is about, and checks the sender's rights.
struct Owners: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Whose quota a new item of the sender counts for.
    ///
    /// Throws for a guest who could use an account.
    func maker() async throws -> Maker {
        let profile = try await profileIfVerified()?.id
        if let identity = person.identity, person.hasLastingAccount { return Maker(identity, profile: profile) }
        if person.identity == nil, services.networks[message.network]?.traits.hasAccounts ?? true {
            throw CommandError.needsAccount(byServices: message.traits.hasServices)
        }
        return Maker(guestOf: message.network, from: person.origin, profile: profile)
    }

    /// The reader here.
    ///
    /// For a verified person a profile is created, so that lists and visits are stored.
    func visitor() async throws -> RecipientID? {
        if let room { return room.id.recipient }
        return try await profileIfVerified()?.id.recipient
    }

    /// Records that the news was read here.
    ///
    /// Returns the end of the previous visit; nil for the first one.
    @discardableResult
    func visited() async throws -> Date? {
        guard let visitor = try await visitor() else { return nil }
        return try await services.store.recordVisit(of: visitor, at: time)
    }

    /// The owner that a destination means.
    ///
    /// Without one it is the current chat.
    ///
    /// The settings of another room are shown to its members only. To change a room one must be its operator.
    /// `alternative` is a command that the sender may use for themselves.
    func owner(of place: Destination?, toChange: Bool, alternative: String = "") async throws -> Owner {
        switch place ?? .here {
        case .here:
            guard let room else { return try await personOwner(toChange: toChange) }
            if toChange, !(await mayChange(room)) { throw CommandError.needsOperator(alternative: alternative) }
            return roomOwner(room)
        case .privately:
            return try await personOwner(toChange: toChange)
        case .mail:
            return try await Mailboxes(context).mailOwner(toChange: toChange)
        case .room(let name):
            return roomOwner(try await namedRoom(name, toChange: toChange, alternative: alternative))
        }
    }

    /// A room by its name.
    ///
    /// A sender who is neither a member nor an operator gets the same error as if the bot were not in the room.
    private func namedRoom(_ name: String, toChange: Bool, alternative: String) async throws -> Room {
        let folded = services.networks[message.network]?.folded(name) ?? name
        let known = try await services.store.room(network: message.network, name: folded)
        if let known {
            if await mayChange(known) { return known }
            if await Visibility(context).isMember(of: known) {
                guard toChange else { return known }
                throw CommandError.needsOperator(alternative: alternative)
            }
        }
        guard toChange, let room = try await enteredRoom(name, known: known, alternative: alternative) else {
            throw CommandError.notInRoom(name)
        }
        return room
    }

    /// Joins a room that one of its operators named; nil if the network has no such joins.
    private func enteredRoom(_ name: String, known: Room?, alternative: String) async throws -> Room? {
        guard let network = services.networks[message.network] as? any RoomEntering,
            let account = person.identity?.account
        else { return nil }
        if let known, await network.canReach(Address(network: known.network, kind: .room, target: known.name)) {
            throw CommandError.needsInvitation(name)
        }
        let entry = try await FeedTargets(context).fetching(Self.fetchesPerEntry) {
            await network.enterRoom(name, for: account)
        }
        switch entry {
        case .entered(let room):
            return try await services.store.ensureRoom(
                network: message.network,
                name: network.folded(room),
                etiquette: options.roomDefaults(on: network.traits),
                at: time
            )
        case .noRight: throw CommandError.needsOperator(alternative: alternative)
        case .refused: throw CommandError.needsInvitation(name)
        case .unavailable: throw CommandError.cannotEnterNow(name)
        }
    }

    /// Everybody in the room sees a join, so joins cost several fetches.
    private static let fetchesPerEntry = 5

    /// The person as owner, with their address in this chat.
    private func personOwner(toChange: Bool) async throws -> Owner {
        let profile = try await profile()
        return Owner(
            recipient: profile.id.recipient,
            address: person.address,
            room: nil,
            quotas: options.quotas,
            mailbox: toChange && message.traits.needsConfirmation
                ? try await Mailboxes(context).mailbox(toSend: false) : nil
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
        guard let account = person.identity?.account,
            let network = services.networks[message.network] as? any RoomNetwork
        else {
            return false
        }
        return await network.isOperator(account: account, in: room.name)
    }
}
