internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage

extension Command {
    static let unsub = Command(
        name: "unsub",
        aliases: ["unsubscribe", "unfollow"],
        genericAliases: ["u", "remove", "del", "delete"],
        topic: .following,
        need: .owner,
        shape: .unsub,
        roles: [.ending: "unsubscribe"],
        answersQuotedLines: true,
        foreignForm: Command.ForeignForm(word: "remove", takesWords: true)
    ) { context, arguments in
        var arguments = arguments
        let place = arguments.takeValue("to", "from", "in") { context.table.destination($0) }
        // `unsubscribe from BBC News`
        if arguments.words.count > 1 { _ = arguments.takeFirst("from") }
        guard !arguments.isEmpty else { throw context.usageError("unsub") }
        let owner = try await Owners(context).owner(
            of: place,
            toChange: true,
            alternative: context.hint("unsub \(arguments.text.prefix(60)) from dm")
        )
        if arguments.words.count == 1, arguments.takeFirst("all", "everything") {
            return try await Unfollowing(context).askUnsubscribeAll(owner)
        }
        if let smart = try await SmartFollows(context).followed(arguments, by: owner.recipient) {
            return try await SmartFollows(context).unfollow(smart, owner, at: place)
        }
        var names: [String] = []
        var removed: [Feed] = []
        for feed in try await Unfollowing(context).feeds(arguments, of: owner) {
            let own = try await context.services.store.subscription(of: owner.recipient, to: feed.id)
            let wasFollowed = try await context.services.store.removeSubscription(
                of: owner.recipient,
                to: feed.id,
                at: context.time
            )
            guard wasFollowed else { continue }
            names.append(own?.name ?? feed.name)
            removed.append(feed)
        }
        guard !names.isEmpty else {
            return context.say("feed.notFollowed", ["hint": .text(context.hint("feeds"))])
        }
        await Undoing(context).record("unsub \(names.joined(separator: " "))", of: owner)
        if let feed = removed.first, removed.count == 1, let again = Unfollowing(context).wayBack(to: feed, of: owner) {
            return context.say("feed.removedOne", ["names": .text(names[0]), "again": .text(again)])
        }
        return context.say("feed.removed", ["names": .text(context.localizer.list(names)), "n": .number(names.count)])
    }

    static let pause = Command(
        name: "pause",
        aliases: ["deactivate"],
        topic: .following,
        need: .owner,
        shape: .name(atMost: 5)
    ) { context, arguments in
        try await Unfollowing(context).setPause(.byOwner, arguments)
    }

    static let resume = Command(
        name: "resume",
        aliases: ["unpause", "activate"],
        topic: .following,
        need: .owner,
        shape: .name(atMost: 3),
        asksForPushes: { _ in true },
        roles: [.resuming: "resume"]
    ) {
        context,
        arguments in
        try await Unfollowing(context).setPause(nil, arguments)
    }
}

extension CommandShape {
    fileprivate static let unsub = CommandShape { typed in
        guard typed.isGeneric else { return typed.rest.isName(atMost: 4) }
        return !typed.rest.isEmpty && typed.rest.words.allSatisfy(\.isPointer)
    }
}

/// Ends, pauses and resumes subscriptions.
struct Unfollowing: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The line that follows a feed again; nil where it would show an address to others.
    fileprivate func wayBack(to feed: Feed, of owner: Owner) -> String? {
        if let source = services.sources.sources.first(where: { $0.url == feed.url }) {
            return hint("sub \(source.id)", about: owner, at: nil)
        }
        guard isPrivate, AddressRepair.withoutPassword(feed.url) == feed.url else { return nil }
        return hint("sub \(feed.url)", about: owner, at: nil)
    }

    /// Reads names, addresses and numbers of followed feeds.
    ///
    /// Several words are first tried as one name.
    fileprivate func feeds(_ arguments: Arguments, of owner: Owner) async throws -> [Feed] {
        if let numbers = Reference.numbers(arguments.words) {
            var feeds: [Feed] = []
            for number in numbers {
                let tooLarge = arguments.words.first { Reference.number($0.text) == .max }?.text
                let text = number == .max ? tooLarge ?? "" : "\(number)"
                feeds.append(try await Listings(context).feed(CommandWord(raw: "", text: text, isQuoted: false)))
            }
            return feeds
        }
        if arguments.words.count > 1, !arguments.words.contains(where: \.isURL),
            case .feed(let feed) = try await SourceLists(context).findFeed(arguments.text, for: owner.recipient)
        {
            return [feed]
        }
        var feeds: [Feed] = []
        let limit = options.rates.feedsPerLine
        guard arguments.words.count <= limit else { throw CommandError.tooManyAtOnce(limit: limit) }
        for word in arguments.words {
            switch try await SourceLists(context).findFeed(word.text, for: owner.recipient) {
            case .feed(let feed): feeds.append(feed)
            case .choices, .nothing: feeds.append(try await Listings(context).feed(word))
            }
        }
        return feeds
    }

    fileprivate func askUnsubscribeAll(_ owner: Owner) async throws -> [Answer] {
        let feeds = try await services.store.followedFeeds(of: owner.recipient, at: time)
        let followed = try await feeds.count + services.store.followedSmartFeeds(of: owner.recipient).count
        guard followed > 0 else { return say("feed.notFollowed", ["hint": .text(hint("feeds"))]) }
        let code = try await Questions(context).code(
            for: .unsubscribeAll(owner.recipient),
            of: try await profile().id
        )
        return say(
            "feed.askAll",
            [
                "n": .number(followed), "code": .text(hint("yes " + code)), "export": .text(hint("export opml")),
                "span": .text(localizer.duration(Int(codeLifetime))),
            ]
        )
    }

    /// Returns the recipient if the sender may still decide for it.
    ///
    /// Rights may have changed since the code was made.
    func ownerStill(of recipient: RecipientID) async throws -> RecipientID {
        if try await profile().id.recipient == recipient { return recipient }
        let room = try await services.store.room(RoomID(rawValue: recipient.rawValue))
        guard let room, room.network == message.network, await Owners(context).mayChange(room) else {
            throw CommandError.needsOperator(alternative: "")
        }
        return recipient
    }

    func unsubscribeAll(_ recipient: RecipientID) async throws -> [Answer] {
        let followed = try await services.store.followedFeeds(of: recipient, at: time)
        for item in followed {
            _ = try await services.store.removeSubscription(of: recipient, to: item.feed.id, at: time)
        }
        let smart = try await services.store.followedSmartFeeds(of: recipient)
        for item in smart { _ = try await services.store.unfollowSmartFeed(item.feed.id, of: recipient, at: time) }
        await Undoing(context).note("unsub all", undo: nil)
        return say("feed.removedAll", ["n": .number(followed.count + smart.count)])
    }

    fileprivate func setPause(_ pause: Subscription.Pause?, _ arguments: Arguments) async throws -> [Answer] {
        var arguments = arguments
        let named = arguments.takeValue("to", "in") { table.destination($0) }
        let place = named ?? arguments.takeOnlyRoom(table)
        let end = pause == nil ? nil : try takePauseEnd(&arguments)
        let verb = pause == nil ? "resume" : "pause"
        let name = String(arguments.text.prefix(60))
        let owner = try await Owners(context).owner(
            of: place,
            toChange: true,
            alternative: hint("\(fixed: verb)\(name.isEmpty ? "" : " " + name) to dm")
        )
        let isAll = arguments.isEmpty || arguments.words.map(\.keyword) == ["all"]
        if !isAll, let smart = try await SmartFollows(context).followed(arguments, by: owner.recipient) {
            return try await SmartFollows(context).setPause(pause != nil, until: end, smart, owner, at: place)
        }
        var targets: [Feed]
        var names: [String] = []
        if isAll {
            if pause == nil { names = try await resumePlaces(of: owner) }
            names += try await SmartFollows(context).setPause(pause != nil, until: end, of: owner)
            targets = try await services.store.followedFeeds(of: owner.recipient, at: time).map(\.feed)
        } else {
            targets = try await feeds(arguments, of: owner)
        }
        for feed in targets {
            let isFollowed = try await services.store.setPause(
                pause,
                until: end,
                of: owner.recipient,
                on: feed.id,
                at: time
            )
            if isFollowed { names.append(feed.name) }
        }
        let rooms = pause == nil && isAll && !owner.isRoom ? try await pausedRooms() : RichText()
        guard !names.isEmpty else {
            if !rooms.isEmpty { return show(rooms) }
            if pause == nil, isAll {
                let facts = ["feeds": MessageArgument.text(hint("feeds")), "room": .text(hint("resume to #news"))]
                return say(owner.isRoom ? "feed.nothingPausedHere" : "feed.nothingPaused", facts)
            }
            return say("feed.notFollowed", ["hint": .text(hint("feeds"))])
        }
        let verbs = pause == nil ? ("resume", "pause") : ("pause", "resume")
        let what = isAll ? "" : " " + (names.count == 1 ? names[0] : arguments.text)
        await Undoing(context).record(HintLine(verbs.0) + what, reverse: HintLine(verbs.1) + what, of: owner)
        let shown = names.count > 5 ? names.prefix(5) + ["…"] : names[...]
        let other = hint(HintLine(verbs.1) + what, about: owner, at: place, by: "to", isAnsweredHere: true)
        var facts: [String: MessageArgument] = [
            "names": .names(Array(shown)), "n": .number(names.count), "undo": .text(other),
        ]
        if let end { facts["until"] = .text(localizer.dateTime(end)) }
        let paused = end == nil ? "feed.pausedNow" : "feed.pausedUntil"
        let said = localizer.richText(pause == nil ? "feed.resumed" : paused, facts)
        let silent = pause == nil ? try await silentMailbox(of: owner) : nil
        return show(said + Mailboxes(context).note(on: silent) + rooms)
    }

    /// Takes `3d` or `for 3 days` from the end; nil if there is none.
    private func takePauseEnd(_ arguments: inout Arguments) throws -> Date? {
        // A span behind nothing else is a pause of all feeds.
        let all = CommandWord(raw: "all", text: "all", isQuoted: false)
        var named = Arguments([all] + arguments.words)
        guard let seconds = try named.takePositiveSpan() else { return nil }
        let typed = arguments.dropping(named.words.count - 1).text
        guard seconds >= 60 else { throw CommandError.badDuration(typed) }
        arguments = named.dropping(1)
        return time.addingTimeInterval(Double(seconds))
    }

    /// The person's rooms whose delivery is paused, each with the command that resumes it.
    private func pausedRooms() async throws -> RichText {
        guard let profile = try await profileIfVerified() else { return RichText() }
        var text = RichText()
        for room in try await services.store.pausedRooms(of: profile.id).prefix(5) {
            let isHere = room.address.network == message.network
            let facts: [String: MessageArgument] = [
                "room": .text(room.address.target), "network": .text(room.address.network),
                "reason": .text(String(room.reason.prefix(120))),
                "resume": .text(isHere ? hint("resume to \(room.address.target)") : "resume"),
            ]
            text = text + localizer.richText(isHere ? "feed.roomPaused" : "feed.roomPausedElsewhere", facts)
        }
        return text
    }

    /// A mailbox that some of the owner's subscriptions use, but that is unsubscribed from mail.
    private func silentMailbox(of owner: Owner) async throws -> PersonMailbox? {
        guard !owner.isRoom else { return nil }
        let places = try await services.store.subscriptions(of: owner.recipient).map(\.address)
        return try await Mailboxes(context).mailboxes(of: try await profile().id).first {
            $0.isUnsubscribed && places.contains($0.identity.address)
        }
    }

    /// Resumes all addresses of the owner whose delivery had failed, and names them.
    ///
    /// They may be on other networks.
    private func resumePlaces(of owner: Owner) async throws -> [String] {
        var names: [String] = []
        for place in try await services.store.addresses(of: owner.recipient) {
            guard try await services.store.pauseReason(of: place) != nil else { continue }
            try await services.store.resumeAddress(place)
            // It was unsubscribed in the mailbox, and only there can that be reverted.
            guard try await services.store.pauseReason(of: place) == nil else { continue }
            let account = Identity(network: place.network, account: place.target).shownAccount
            names.append(
                place.network == Mailboxes(context).mailNetwork?.name ? PersonMailbox.masked(account) : account
            )
        }
        return names
    }
}

extension Arguments {
    /// Takes a room that is the only word: `resume #news`.
    fileprivate mutating func takeOnlyRoom(_ table: CommandTable) -> Destination? {
        guard words.count == 1, let word = words.first, !word.isQuoted, Reference.number(word.text) == nil,
            case .room(let name)? = table.destination(word.text)
        else { return nil }
        _ = take()
        return .room(name)
    }
}
