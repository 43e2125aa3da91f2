internal import Foundation
internal import Logging
internal import NewsModel
internal import ServiceLifecycle
internal import Storage

/// Hears every network, answers what is a command, and keeps the rooms the bot is in.
package struct ChatLoop: Service {
    package let router: CommandRouter
    private let services: CommandServices
    private let log: Logger
    private let whenReachable: @Sendable (String) -> Void

    /// `whenReachable` hears a network's name when somebody or something on it can be reached again.
    package init(router: CommandRouter, whenReachable: @escaping @Sendable (String) -> Void = { _ in }) {
        self.router = router
        self.whenReachable = whenReachable
        services = router.services
        log = router.services.log
    }

    /// Returns when every network's events have ended and every answer is out.
    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await withThrowingDiscardingTaskGroup { group in
                    for network in services.networks.values {
                        group.addTask { try await listen(to: network) }
                    }
                }
            }
            group.addTask { await router.keepWriting() }
            // Writing has no end of its own.
            try await group.next()
            group.cancelAll()
        }
        await router.writeHandled()
    }

    /// One network, until its events end or the service is to stop; what was begun is finished.
    ///
    /// Each person's messages are answered in order.
    private func listen(to network: any ChatNetwork) async throws {
        let lanes = CommandLanes(limits(for: network.kind))
        try await withThrowingDiscardingTaskGroup { group in
            for await event in network.events.cancelOnGracefulShutdown() {
                switch event {
                case .message(let message):
                    guard await router.isMeant(message) else {
                        await network.handled(message, wasAnswered: false)
                        continue
                    }
                    await lanes.apply(limits(for: network.kind))
                    let (startsWorker, dropped) = await lanes.enqueue(message, from: router.counted(message))
                    if startsWorker { group.addTask { try await work(lanes, network) } }
                    for message in dropped {
                        await network.handled(message, wasAnswered: false)
                        guard await router.mayTell(ofDropped: message) else { continue }
                        log.notice("Messages dropped: too many wait", metadata: ["network": "\(network.name)"])
                        group.addTask { await tell(await router.notice(ofDropped: message), message, network) }
                    }
                case .joined(let room):
                    await remember(room: room, of: network)
                    whenReachable(network.name)
                case .connected: whenReachable(network.name)
                case .appeared(let account):
                    await noteSeen(account, on: network)
                    whenReachable(network.name)
                case .moved(let room, let successor):
                    await move(room, to: successor, of: network)
                    await network.stored(event)
                case .expelled(let address, let reason):
                    await note("Place not paused") {
                        try await services.store.pauseAddress(address, reason: reason, at: services.time.now)
                    }
                    await network.stored(event)
                case .readmitted(let address):
                    await note("Place not resumed") { try await services.store.resumeAddress(address) }
                case .invitationRefused(let invitation):
                    guard await router.mayTell(ofDropped: invitation.message) else { continue }
                    let isFull = invitation.limit == nil
                    log.notice(
                        isFull ? "Invitation not followed: no place is left" : "Invitation not followed: one's limit",
                        metadata: ["network": "\(network.name)", "by": "\(invitation.message.sender.displayName)"]
                    )
                    group.addTask { await tell(await router.notice(of: invitation), invitation.message, network) }
                case .disconnected, .left: break
                }
            }
        }
    }

    private func limits(for kind: NetworkKind) -> CommandLanes.Limits {
        let rates = services.options.rates
        // A script may pipe a thousand lines into the terminal, and several mails have ten lines each; strangers may not.
        let perPerson =
            switch kind {
            case .console: 100_000
            case .mail: max(50, rates.waitingPerPerson)
            case .irc, .matrix: rates.waitingPerPerson
            }
        return CommandLanes.Limits(
            all: rates.waiting,
            perPerson: perPerson,
            shareFactor: rates.guestsPerHost,
            atOnce: rates.atOnce
        )
    }

    private func tell(_ replies: [Reply], _ message: IncomingMessage, _ network: any ChatNetwork) async {
        let sender = ReplySender(network: network, time: services.time, log: log)
        // Who has stopped waiting needs no notice.
        try? await sender.send(replies, name: message.inboundID ?? UUID().uuidString)
    }

    private func work(_ lanes: CommandLanes, _ network: any ChatNetwork) async throws {
        let sender = ReplySender(network: network, time: services.time, log: log)
        var person: String?
        while let job = await lanes.next(after: person) {
            let message = job.message
            person = job.person
            let replies = await router.handle(message)
            // What a stop has cut short is still to be done.
            if Task.isCancelled { return }
            let begin = services.time.now
            do {
                try await sender.send(replies, name: message.inboundID ?? UUID().uuidString)
                if !replies.isEmpty { await router.answered(message, since: begin) }
            } catch is CancellationError {
                return
            }
            // What got no answer had no effect: again it would have none.
            if !replies.isEmpty || network.kind == .mail { await router.finished(message) }
            await network.handled(message, wasAnswered: !replies.isEmpty)
        }
    }

    /// An account that is here is believed from now on, unless it was away for too long.
    private func noteSeen(_ account: String, on network: any ChatNetwork) async {
        do {
            _ = try await services.store.isDormant(
                Identity(network: network.name, account: network.folded(account)),
                presence: await network.presence(of: account),
                lifetime: services.options.identityLifetimes[network.name],
                at: services.time.now,
                isHere: true
            )
        } catch {
            log.error("Presence not stored", metadata: ["network": "\(network.name)", "error": "\(error)"])
        }
    }

    private func remember(room: String, of network: any ChatNetwork) async {
        await note("Room not stored") {
            _ = try await services.store.ensureRoom(
                network: network.name,
                name: network.folded(room),
                etiquette: services.options.roomDefaults(on: network.kind),
                at: services.time.now
            )
        }
    }

    private func move(_ room: String, to successor: String, of network: any ChatNetwork) async {
        await note("Room not moved") {
            let isMoved = try await services.store.moveRoom(network: network.name, from: room, to: successor)
            log.notice("Room moved", metadata: ["from": "\(room)", "to": "\(successor)", "kept": "\(isMoved)"])
        }
    }

    private func note(_ problem: Logger.Message, _ work: () async throws -> Void) async {
        do { try await work() } catch { log.error(problem, metadata: ["error": "\(error)"]) }
    }
}
