internal import Foundation
internal import GameRooms
internal import Logging
internal import NewsModel
internal import ServiceLifecycle
package import Speaking
internal import Storage

/// Reads the events of every network, answers commands, and stores which rooms the bot is in.
package struct ChatLoop: Service {
    package let router: CommandRouter
    private let services: CommandServices
    private let openLines: OpenLines
    private let replies: ReplySender
    private let log: Logger
    private let whenReachable: @Sendable (String) -> Void

    /// `whenReachable` is called with a network's name when a person, a room or the network itself is reachable again.
    package init(
        router: CommandRouter,
        speaker: Speaker,
        whenReachable: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.router = router
        let services = router.services
        let games = services.games
        replies = ReplySender(
            speaker: speaker,
            whenAsked: { await games?.confirmed($0) },
            whenTold: { told, wasSent in await told.settle(wasSent: wasSent, services) }
        )
        openLines = OpenLines()
        self.whenReachable = whenReachable
        self.services = services
        log = router.services.log
    }

    /// Returns when the events of every network have ended and every answer was sent.
    ///
    /// At the end it stores which messages were answered and which commands were used, also after an error.
    package func run() async throws {
        do {
            try await listenAndWrite()
        } catch {
            await writeRest()
            throw error
        }
        await router.tellRestOfRefused(replies)
        await writeRest()
    }

    private func writeRest() async {
        await router.writeHandled()
        await router.writeUsage()
    }

    private func listenAndWrite() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await withThrowingDiscardingTaskGroup { group in
                    for network in services.networks.values {
                        group.addTask { try await listen(to: network) }
                    }
                }
            }
            group.addTask { await router.writePeriodically() }
            group.addTask { await router.tellOfRefused(replies) }
            // These two tasks never end by themselves.
            try await group.next()
            group.cancelAll()
        }
    }

    /// Handles the events of one network until they end or the service shuts down.
    ///
    /// Work in progress is finished.
    ///
    /// The messages of one person are answered in order.
    private func listen(to network: any ChatNetwork) async throws {
        let lanes = CommandLanes(limits(for: network.traits))
        try await withThrowingDiscardingTaskGroup { group in
            for await event in network.events.cancelOnGracefulShutdown() {
                switch event {
                case .message(let message):
                    let divided = await router.commands(in: message)
                    openLines.add(divided.commands)
                    for command in divided.commands { await queue(command, lanes, network, in: &group) }
                    if let (first, count) = divided.excess { router.noteRefused(first, count: count) }
                case .joined(let room):
                    await remember(room: room, of: network)
                    whenReachable(network.name)
                case .connected: whenReachable(network.name)
                case .appeared(let account):
                    await recordPresence(account, on: network)
                    whenReachable(network.name)
                case .moved(let room, let successor):
                    await move(room, to: successor, of: network)
                    await (network as? any EventAcknowledging)?.stored(event)
                case .expelled(let address, let reason):
                    await logErrors("Place not paused") {
                        try await services.store.pauseAddress(address, reason: reason, at: services.time.now)
                    }
                    await (network as? any EventAcknowledging)?.stored(event)
                case .readmitted(let address):
                    await logErrors("Place not resumed") { try await services.store.resumeAddress(address) }
                case .invitationRefused(let invitation):
                    guard await router.mayNotify(ofRefused: invitation) else { continue }
                    let cause =
                        !invitation.isWelcome
                        ? "may not invite" : invitation.limit == nil ? "no place is left" : "one's limit"
                    log.notice(
                        "Invitation not followed: \(cause)",
                        metadata: ["network": "\(network.name)", "by": "\(invitation.message.sender.displayName)"]
                    )
                    group.addTask { await sendNotice(await router.notice(of: invitation), invitation.message) }
                case .disconnected, .left: break
                }
            }
        }
    }

    /// Queues a message if it may be for the bot.
    private func queue(
        _ message: IncomingMessage,
        _ lanes: CommandLanes,
        _ network: any ChatNetwork,
        in group: inout ThrowingDiscardingTaskGroup<any Error>
    ) async {
        guard await router.isMeant(message) else {
            await acknowledge(message, wasAnswered: false, on: network)
            return
        }
        await lanes.apply(limits(for: network.traits))
        let (startsWorker, dropped) = await lanes.enqueue(message, from: router.counted(message))
        if startsWorker { group.addTask { try await work(lanes, network) } }
        for message in dropped {
            await acknowledge(message, wasAnswered: false, on: network)
            await router.voidPublicCode(message)
            if message.traits.isChat {
                router.noteRefused(message)
                continue
            }
            guard await router.mayNotify(ofDropped: message) else { continue }
            log.notice("Messages dropped: too many wait", metadata: ["network": "\(network.name)"])
            group.addTask { await sendNotice(await router.notice(ofDropped: message), message) }
        }
    }

    private func limits(for traits: NetworkTraits) -> CommandLanes.Limits {
        let rates = services.options.rates
        // The terminal user may pipe in a thousand lines, and a letter may hold ten. Other senders get a lower limit.
        let perPerson =
            traits.hasOneUser
            ? 100_000 : traits.answersByLetter ? max(50, rates.waitingPerPerson) : rates.waitingPerPerson
        return CommandLanes.Limits(
            all: rates.waiting,
            perPerson: perPerson,
            shareFactor: rates.guestsPerHost,
            atOnce: rates.atOnce
        )
    }

    private func acknowledge(_ message: IncomingMessage, wasAnswered: Bool, on network: any ChatNetwork) async {
        guard let whole = openLines.finished(message) else { return }
        await (network as? any MessageAcknowledging)?.handled(whole, wasAnswered: wasAnswered)
    }

    /// The network's name for a message, or a random one.
    private func name(of message: IncomingMessage) -> String {
        message.inboundID ?? String(UInt64.random(in: .min ... .max), radix: 36)
    }

    private func sendNotice(_ notice: [Reply], _ message: IncomingMessage) async {
        // The sender may have gone; then the notice is not needed.
        try? await replies.send(notice, name: name(of: message))
    }

    private func work(_ lanes: CommandLanes, _ network: any ChatNetwork) async throws {
        var person: String?
        while let job = await lanes.next(after: person) {
            let message = job.message
            person = job.person
            let answer = await router.handle(message)
            // The service is being stopped: the message is not acknowledged, so it is handled again after a restart.
            if Task.isCancelled { return }
            let begin = services.time.now
            do {
                try await replies.send(answer, name: name(of: message), for: job.share)
                if !answer.isEmpty { await router.answered(message, with: answer, since: begin) }
            } catch is CancellationError {
                return
            }
            router.refusedLines.touch(job.person, at: services.time.now)
            // A message without an answer had no effect, so handling it again is harmless.
            if !answer.isEmpty || network.traits.recordsEachMessage { await router.finished(message) }
            await acknowledge(message, wasAnswered: !answer.isEmpty, on: network)
        }
    }

    /// Records that an account is online, unless it was away for too long.
    private func recordPresence(_ account: String, on network: any ChatNetwork) async {
        do {
            _ = try await services.store.isDormant(
                Identity(network: network.name, account: network.folded(account)),
                presence: await (network as? any PresenceWatching)?.presence(of: account),
                lifetime: services.options.identityLifetimes[network.name],
                at: services.time.now,
                isHere: true
            )
        } catch {
            log.error("Presence not stored", metadata: ["network": "\(network.name)", "error": "\(error)"])
        }
    }

    private func remember(room: String, of network: any ChatNetwork) async {
        await logErrors("Room not stored") {
            _ = try await services.store.ensureRoom(
                network: network.name,
                name: network.folded(room),
                etiquette: services.options.roomDefaults(on: network.traits),
                at: services.time.now
            )
        }
    }

    private func move(_ room: String, to successor: String, of network: any ChatNetwork) async {
        await logErrors("Room not moved") {
            let isMoved = try await services.store.moveRoom(network: network.name, from: room, to: successor)
            log.notice("Room moved", metadata: ["from": "\(room)", "to": "\(successor)", "kept": "\(isMoved)"])
        }
    }

    private func logErrors(_ problem: Logger.Message, _ work: () async throws -> Void) async {
        do { try await work() } catch { log.error(problem, metadata: ["error": "\(error)"]) }
    }
}
