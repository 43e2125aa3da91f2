internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage

/// A person's mailbox and whether mail may be sent there.
struct PersonMailbox: Hashable, Sendable {
    var identity: Identity
    /// The owner has confirmed that they want mail.
    var isConfirmed: Bool
    /// The owner has unsubscribed from mail.
    var isUnsubscribed: Bool

    /// The address as others may see it: `a…@example.org`.
    static func masked(_ address: String) -> String {
        guard let at = address.lastIndex(of: "@"), let first = address.first, first != "@" else { return "…" }
        return "\(first)…\(address[at...])"
    }
}

/// Finds people's mailboxes and sends answers there.
struct Mailboxes: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The mail network; nil if the bot has no mailbox.
    var mailNetwork: (any ChatNetwork)? { services.networks.values.first { $0.traits.isMailDestination } }

    /// A profile's mailboxes, the most recently seen first.
    func mailboxes(of profile: ProfileID) async throws -> [PersonMailbox] {
        guard let network = mailNetwork else { return [] }
        var mailboxes: [PersonMailbox] = []
        for identity in try await services.store.identities(of: profile) where identity.network == network.name {
            mailboxes.append(try await mailbox(identity))
        }
        return mailboxes
    }

    private func mailbox(_ identity: Identity) async throws -> PersonMailbox {
        let known = try await services.store.correspondent(identity.account, network: identity.network, at: time)
        return PersonMailbox(
            identity: identity,
            isConfirmed: known.confirmedAt != nil,
            isUnsubscribed: known.unsubscribedAt != nil
        )
    }

    /// The mailbox that `mail` means: the one the person writes from, otherwise the one they last wrote from.
    func mailbox(toSend: Bool) async throws -> PersonMailbox {
        let profile = try await profile()
        let mailboxes = try await mailboxes(of: profile.id)
        let own = mailboxes.first { $0.identity == person.identity }
        if let own, !toSend { return own }
        guard let address = options.mailAddress, mailNetwork != nil else { throw CommandError.noMail }
        let meant = own ?? mailboxes.first { !$0.isUnsubscribed } ?? mailboxes.first
        guard let meant else {
            throw CommandError.noMailbox(link: privateHint("link"), address: address)
        }
        if toSend, meant.isUnsubscribed {
            throw CommandError.mailUnsubscribed(mailbox: PersonMailbox.masked(meant.identity.account), address: address)
        }
        return meant
    }

    func mailOwner(toChange: Bool) async throws -> Owner {
        let mailbox = try await mailbox(toSend: toChange)
        return Owner(
            recipient: try await profile().id.recipient,
            address: mailbox.identity.address,
            room: nil,
            quotas: options.quotas,
            mailbox: mailbox
        )
    }

    /// A note for answers if the mailbox is not confirmed or is unsubscribed; otherwise empty.
    func note(on mailbox: PersonMailbox?) -> RichText {
        guard let mailbox else { return RichText() }
        let facts = ["mailbox": MessageArgument.text(PersonMailbox.masked(mailbox.identity.account))]
        if mailbox.isUnsubscribed { return footer("command.mail.isUnsubscribed", facts) }
        if mailbox.isConfirmed { return RichText() }
        let isHere = mailbox.identity == person.identity
        return footer(
            isHere ? "command.mail.awaitsConfirmationHere" : "command.mail.awaitsConfirmation",
            facts
        )
    }

    /// The same command as if it had come by mail, so that its answer is worded and numbered for mail.
    func askedByMail(_ mailbox: PersonMailbox) async throws -> CommandContext {
        var message = message
        message.network = mailbox.identity.network
        if let network = mailNetwork { message.traits = network.traits }
        message.room = nil
        message.question = nil
        var person = person
        person.network = mailbox.identity.network
        person.identity = mailbox.identity
        person.presence = nil
        person.profile = try await profile()
        return CommandContext(
            services: services,
            table: table,
            memory: memory,
            message: message,
            changes: changes,
            person: person,
            room: nil,
            localizer: services.catalogue.localizer(for: person.profile?.settings ?? RecipientSettings()),
            time: time
        )
    }

    /// Queues answers for a mailbox in the ledger, and returns a notice that they were sent.
    func mail(
        _ answers: [Answer],
        listing articles: [ArticleID] = [],
        to mailbox: PersonMailbox
    ) async throws -> [Answer] {
        let recipient = try await profile().id.recipient
        for answer in answers where !answer.body.isEmpty {
            try await services.store.queueRequested(
                OutgoingMessage(body: answer.body, form: answer.form, subject: answer.subject)
                    .inFormat(person.profile?.settings.format ?? .rich),
                listing: articles,
                to: mailbox.identity.address,
                of: recipient,
                at: time
            )
        }
        let key = mailbox.isConfirmed ? "command.mail.sent" : "command.mail.sentUnconfirmed"
        return say(key, ["mailbox": .text(PersonMailbox.masked(mailbox.identity.account))])
    }
}
