package import Foundation
package import IRCClient
package import Logging
package import NewsModel

/// An IRC network as a chat network.
///
/// A person is addressed by services account. A line is sent only to a nick that is verified to be logged in to it now.
/// The target `nick:alice` means whoever has that nick: for replies to guests and on networks without accounts.
package struct IRCNetwork: RoomNetwork, ConnectionReporting, InvitationCounting, PresenceWatching,
    MessageAcknowledging
{
    package let name: String
    package let traits: NetworkTraits
    package var events: AsyncStream<NetworkEvent> { outlet.events }

    let options: IRCNetworkOptions
    let client: IRCNetworkClient
    let time: any TimeSource
    let log: Logger
    let outlet = EventOutlet()
    private let conversations = Conversations()
    private let multiline = MultilineLimits()
    private let presences = NickPresences()
    let channels: InvitedChannels
    let policies: StoredPolicies
    let pace: StoredPace
    let sentRows: SentRows

    package init(
        options: IRCNetworkOptions,
        state: any NetworkStateStore,
        time: any TimeSource,
        log: Logger
    ) {
        self.options = options
        self.log = log
        self.time = time
        name = options.name
        var traits = NetworkTraits.irc
        traits.hasAccounts = options.identity == .account
        self.traits = traits
        client = IRCNetworkClient(options.client)
        channels = InvitedChannels(
            network: options.name,
            configured: options.client.channels,
            mostPerPerson: options.roomsPerInviter,
            most: options.mostInvited,
            state: state
        )
        policies = StoredPolicies(network: options.name, state: state)
        pace = StoredPace(network: options.name, state: state)
        sentRows = SentRows(network: options.name, state: state)
    }

    package func run() async throws {
        await client.setPolicies(try await policies.policies(for: options.client.servers))
        await client.setPace(try await pace.load())
        try await sentRows.load()
        try await channels.load()
        await client.setChannels(await channels.all)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await client.run() }
            group.addTask { for await event in client.events { await report(event) } }
            // When the client ends, the network ends; events that are still unread are dropped.
            try await group.next()
            group.cancelAll()
        }
        outlet.finish()
    }

    /// Joins and leaves channels until the bot is in exactly these; the connection is kept.
    ///
    /// Channels that the bot was invited to are kept too.
    package func setChannels(_ channels: [IRCChannelName]) async {
        await self.channels.configure(channels)
        await client.setChannels(await self.channels.all)
    }

    /// Sets how many channels one account may bring the bot into.
    package func setRoomsPerInviter(_ count: Int) async { await channels.setMostPerPerson(count) }

    package func parts(of message: OutgoingMessage, to address: Address) -> [MessagePart] {
        let lines = IRCRendering.lines(of: message, to: address)
        return IRCRendering.multilineTexts(lines, within: multiline.current)
            .map { MessagePart(payload: $0, asNotice: message.asNotice) }
    }

    /// A push to a nick is sent only while that nick is online.
    ///
    /// Replies do not use this check.
    package func canReach(_ address: Address) async -> Bool {
        guard address.kind == .person, let nick = IRCIdentity.nick(in: address.target) else {
            return await target(of: address) != nil
        }
        guard options.identity == .nick else { return false }
        return await client.isOnline(nick: nick)
    }

    package var isConnected: Bool {
        get async { await client.isRegistered }
    }

    package func presence(of account: String) async -> String? {
        guard options.identity == .nick, let nick = IRCIdentity.nick(in: account) else { return nil }
        return presences.current(of: folded(nick), at: time.now)
    }

    package func lastConversation(in room: String) async -> Date? { conversations.last(in: folded(room)) }

    /// A room may have its own command prefix, so only the answer shows that a message was meant for the bot.
    package func handled(_ message: IncomingMessage, wasAnswered: Bool) async {
        guard wasAnswered, let room = message.room else { return }
        conversations.remove(room, at: message.receivedAt)
    }

    package func isOperator(account: String, in room: String) async -> Bool {
        guard let nick = await nick(of: account) else { return false }
        return await client.isOperatorOrHalfop(nick: nick, channel: room)
    }

    package func isMember(account: String, in room: String) async -> Bool {
        guard let nick = await nick(of: account).map(folded) else { return false }
        return await client.members(of: room).contains { folded($0.nick) == nick }
    }

    /// An account that no nick is logged in to may have left or not.
    package func hasLeft(account: String, room: String) async -> Bool {
        guard await client.knowsMembers(of: room), let nick = await nick(of: account).map(folded) else {
            return false
        }
        // Somebody may be logged in with several nicks.
        return await !client.members(of: room).contains {
            folded($0.nick) == nick || $0.account.map(folded) == folded(account)
        }
    }

    /// Nil without services accounts: then all guests share one limit.
    package func roomsBrought(by account: String) async -> BroughtRooms? {
        guard traits.hasAccounts else { return nil }
        return BroughtRooms(count: await channels.count(by: account), limit: await channels.mostPerPerson)
    }

    /// Folds ASCII only.
    ///
    /// Folding more than the server does would merge two people into one.
    package func folded(_ name: String) -> String {
        String(decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }

    func target(of address: Address) async -> String? {
        switch address.kind {
        case .room: await client.isJoined(address.target) ? address.target : nil
        case .person: await nick(of: address.target)
        }
    }

    private func nick(of account: String) async -> String? {
        if let nick = IRCIdentity.nick(in: account) { return nick }
        return await client.nick(forAccount: account)
    }

    private func report(_ event: IRCEvent) async {
        let facts: Logger.Metadata = ["network": "\(name)"]
        switch event {
        case .connected:
            log.info("IRC connected", metadata: facts)
            outlet.report(.connected)
        case .disconnected(let reason):
            log.notice("IRC disconnected", metadata: facts.merging(["reason": "\(reason.text)"]) { $1 })
            multiline.set(nil)
            presences.endAll()
            outlet.report(.disconnected)
        case .joined(let channel):
            log.info("IRC joined", metadata: facts.merging(["room": "\(channel)"]) { $1 })
        // The members, and so the people reachable there, are known only now.
        case .membersNamed(let channel): outlet.report(.joined(room: folded(channel)))
        case .left(let channel, let reason):
            log.notice("IRC left", metadata: facts.merging(["room": "\(channel)", "reason": "\(reason)"]) { $1 })
            presences.markAllUnseen()
            outlet.report(.left(room: folded(channel)))
            await leave(channel, reason)
        case .loginFailed(let reason):
            log.error("IRC login failed", metadata: facts.merging(["reason": "\(reason)"]) { $1 })
        case .gaveWay(let server, let account):
            log.error(
                "Another Crier is logged in to \(server) as \(account): stop it, or give this one an account of its own",
                metadata: facts
            )
        case .duplicateTurnedAway(let nick):
            let text: Logger.Message = "Another Crier has logged in with this one's account and was told to leave"
            log.warning(text, metadata: facts.merging(["nick": "\(nick)"]) { $1 })
        case .nickTaken(let nick):
            let text: Logger.Message =
                "The nick is taken; without an account here Crier cannot tell whether another Crier has it"
            log.warning(text, metadata: facts.merging(["nick": "\(nick)"]) { $1 })
        case .accountChanged(let nick, let account): appeared(nick: nick, account: account)
        case .memberJoined(let nick, _, let account): appeared(nick: nick, account: account)
        case .nickChanged(let old, let nick):
            presences.end(folded(old))
            // The earlier holder of the new nick was out of sight and must be gone.
            presences.end(folded(nick))
            appeared(nick: nick, account: nil)
        case .wentOffline(let nick), .memberLeft(let nick, channel: nil): presences.end(folded(nick))
        case .message(let message): await hear(message)
        case .invited(let channel, let nick, let account): await accept(channel, nick: nick, account: account)
        // Only a hint that somebody may be reachable; the identity is verified before anything is sent.
        case .cameOnline(let nick): appeared(nick: nick, account: options.identity == .account ? nick : nil)
        case .multilineChanged(let limits): multiline.set(limits)
        case .securityPolicy(let policy): await store(policy)
        case .paceLearnt(let pace): await store(pace)
        case .memberLeft(let nick, _), .unwatched(let nick):
            if await !client.isInSight(nick: nick) { presences.markUnseen(folded(nick)) }
        }
    }

    private func appeared(nick: String, account: String?) {
        let identity = IRCIdentity.account(rule: options.identity, nick: folded(nick), account: account.map(folded))
        if let identity { outlet.hint(.appeared(account: identity)) }
    }

    private func hear(_ message: IRCIncomingMessage) async {
        // RFC 2812, 3.3.2: a NOTICE is never answered.
        guard !message.isNotice else { return }
        let room = message.isChannel ? folded(message.target) : nil
        let now = time.now
        if let room, !isForUs(message.text, nick: message.ownNick) { conversations.note(room, at: now) }
        // A message to the channel's operators only is ignored, because everybody would see our answer.
        guard !message.isAction, !message.isStatusMessage else { return }
        let account = IRCIdentity.account(
            rule: options.identity,
            nick: folded(message.nick),
            account: message.account.map(folded)
        )
        let presence = options.identity == .nick ? await presence(ofSender: message) : nil
        outlet.report(
            .message(
                IncomingMessage(
                    network: name,
                    traits: traits,
                    sender: .init(
                        displayName: message.nick,
                        account: account,
                        presence: presence,
                        origin: IRCIdentity.origin(ofUserHost: message.userHost),
                        isRoomOperator: !message.senderModes.isDisjoint(with: IRCIdentity.operatorModes),
                        isBot: message.senderIsBot
                    ),
                    room: room,
                    text: IRCRendering.withoutFormatting(message.text),
                    inboundID: message.messageID,
                    receivedAt: now
                )
            )
        )
    }

    private func presence(ofSender message: IRCIncomingMessage) async -> String {
        let isInSight = message.senderIsInSight
        let sight = presences.hear(folded(message.nick), message.userHost, isInSight: isInSight, at: time.now)
        // The server reports when this nick leaves, where it can. The message does not wait for that.
        if sight.isNew, !isInSight { await client.watch(nick: message.nick) }
        return sight.presence
    }

    private func isForUs(_ text: String, nick: String) -> Bool {
        let line = text.drop { $0 == " " }
        guard !line.hasPrefix(options.vocabulary.prefix) else { return true }
        return folded(String(line)).hasPrefix(folded(nick))
            && line.dropFirst(nick.count).first.map { ":,".contains($0) } == true
    }
}
