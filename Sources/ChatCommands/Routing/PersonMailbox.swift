internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage

/// A person's mailbox, as far as mail can go there.
struct PersonMailbox: Hashable, Sendable {
    var identity: Identity
    /// Its owner has proved that mail of ours is wanted there.
    var isConfirmed: Bool
    /// Its owner has said that none is wanted any more.
    var isUnsubscribed: Bool

    /// As others may see it: `a…@example.org`.
    static func masked(_ address: String) -> String {
        guard let at = address.lastIndex(of: "@"), let first = address.first, first != "@" else { return "…" }
        return "\(first)…\(address[at...])"
    }
}

extension CommandContext {
    /// The network that is mail; nil where the bot has no mailbox.
    var mailNetwork: (any ChatNetwork)? { services.networks.values.first { $0.kind == .mail } }

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

    /// The mailbox that the person means by `mail`: where they write from, else the one they wrote from last.
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

    /// What is said beside an answer when mail does not go there yet, or no more.
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

    /// The same command as if it had been asked by mail: its answer is worded and numbered for there.
    func askedByMail(_ mailbox: PersonMailbox) async throws -> CommandContext {
        var message = message
        message.network = mailbox.identity.network
        message.networkKind = .mail
        message.room = nil
        message.question = nil
        var person = person
        person.network = mailbox.identity.network
        person.identity = mailbox.identity
        person.presence = nil
        person.profile = try await profile()
        return CommandContext(
            services: services,
            memory: memory,
            message: message,
            person: person,
            room: nil,
            localizer: services.catalogue.localizer(for: person.profile?.settings ?? RecipientSettings()),
            time: time
        )
    }

    /// Queues answers for a mailbox, so that they are not lost, and says where they went.
    func mail(
        _ answers: [Answer],
        listing articles: [ArticleID] = [],
        to mailbox: PersonMailbox
    ) async throws -> [Answer] {
        let recipient = try await profile().id.recipient
        for answer in answers where !answer.body.isEmpty {
            try await services.store.queueRequested(
                OutgoingMessage(body: answer.body, form: answer.form, subject: answer.subject),
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
