internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Operations of one topic that several commands share: a small value for one command, such as `Alerts(context)`.
///
/// It uses the command's context. For other topics it calls their types.
protocol CommandTopic: Sendable {
    var context: CommandContext { get }
}

extension CommandTopic {
    var services: CommandServices { context.services }
    var table: CommandTable { context.table }
    var memory: RouterState { context.memory }
    var message: IncomingMessage { context.message }
    var changes: ChangeRecording { context.changes }
    var person: Person { context.person }
    var room: Room? { context.room }
    var localizer: Localizer { context.localizer }
    var time: Date { context.time }
}

// MARK: - Sender and chat

extension CommandTopic {
    var isPrivate: Bool { message.isPrivate }
    /// Whether pictures are in the answer; otherwise they are links.
    var attachesPictures: Bool {
        message.traits.attachesPictures && person.profile?.settings.showsImages == true
    }

    var options: CommandOptions { services.options }

    /// The address of the chat in which the command was typed.
    var here: Address {
        room.map { Address(network: message.network, kind: .room, target: $0.name) } ?? person.address
    }

    /// The key of this chat for stored lists.
    var placeKey: String {
        room.map(Listings.placeKey) ?? privatePlaceKey
    }

    /// The key of the person's private chat for stored lists.
    var privatePlaceKey: String { "p:\(message.network)" }

    /// Whose news is shown here: the room's, or in private the person's.
    ///
    /// Nil for a person without a profile.
    var reader: RecipientID? { room?.id.recipient ?? person.profile?.id.recipient }

    /// How long a confirmation code is valid, in seconds.
    ///
    /// A slow network gets more time.
    var codeLifetime: Double { message.traits.isSlow ? 86_400 : 600 }

    /// How long a link code is valid, in seconds.
    ///
    /// With mail it is longer, because a mailbox has to be confirmed first.
    var linkLifetime: Double { options.mailAddress == nil ? 600 : 7_200 }

    /// Whether a command may be used in this chat.
    func isAllowed(_ command: String) -> Bool { room?.etiquette.allows(command) ?? true }

    /// What lists may contain here.
    var sight: Sight { .of(reader) }

    /// What a named article may be: what the reader here may see and, in a room, also what the person may see.
    var namingSight: Sight { .of(reader, beside: [person.profile?.id.recipient].compactMap(\.self)) }

    /// The reader's calendar, with their time zone and the first weekday of their locale.
    var calendar: Calendar { localizer.calendar }

    /// Whether the sender of a chat message has no verified account, so that nothing is kept for them.
    var isGuest: Bool { person.identity == nil && message.traits.isChat }

    /// The key of the feeds offered to this person here.
    var offerKey: String { person.key + " " + placeKey }

    /// The person's profile, created if needed.
    ///
    /// Throws for guests and for dormant profiles.
    func profile() async throws -> Profile {
        if let profile = person.profile { return profile }
        guard let identity = person.identity else {
            throw CommandError.needsAccount(byServices: message.traits.hasServices)
        }
        guard person.dormant == nil else { throw CommandError.dormant }
        return try await services.store.ensureProfile(
            for: identity,
            name: person.displayName,
            presence: person.presence,
            at: time
        )
    }

    /// The profile; nil for a guest, and in rooms also while it is dormant.
    func profileIfVerified() async throws -> Profile? {
        person.identity == nil || (person.dormant != nil && !isPrivate) ? nil : try await profile()
    }

    /// Short facts in a row, with the reader's comma.
    func joined(facts: [String]) -> String { localizer.joined(facts: facts) }

    /// Names or words in a row, with what the reader's language has between them.
    func joined(names: [String]) -> String { localizer.joined(names: names) }

    /// The name of an address for people here.
    func placeName(_ address: Address) -> String {
        switch address.kind {
        case .room:
            (services.networks[address.network] as? any RoomNaming)?.shownName(ofRoom: address.target) ?? address.target
        case .person where address == person.address: localizer.text("command.place.you")
        case .person where services.networks[address.network]?.traits.hidesAddresses == true:
            PersonMailbox.masked(address.target)
        case .person: localizer.text("command.place.private")
        }
    }
}
