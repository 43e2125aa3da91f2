import Foundation
import Logging
import MatrixClient
import NewsModel
internal import TimeArithmetic
import Waking

/// The long poll: requests /sync repeatedly; each answer is handled before the next request.
struct MatrixSyncing {
    let network: MatrixNetwork
    let session: MatrixSession

    /// Seconds that the server may delay an empty answer.
    private static let pollSeconds = 30
    /// No more messages are fetched while this many are waiting.
    ///
    /// It is well above the limit of the command queue.
    private static let mostOpen = 4_000

    func run() async throws {
        var since = try await network.kept.since()
        var isStart = true
        var isShort = false
        let user = await network.rooms.ownUser
        var rule = AccountClaimRule(own: network.claim)
        var backOff = BackOff()
        while true {
            try Task.checkCancellation()
            try await waitForCapacity()
            let request = MatrixRequest.sync(
                filter: SyncBatch.filter(isShort: isShort),
                since: since,
                // The state of rooms is not stored, so the first request asks for all of it.
                withFullState: isStart && since != nil,
                // While offline we want an answer at once, to know that the server is back.
                seconds: await network.rooms.isOnline ? Self.pollSeconds : 0
            )
            let outcome = await session.call(request).map { SyncBatch($0, for: user) }
            guard case .success(let batch) = outcome else {
                try Task.checkCancellation()
                await setOnline(false)
                // A homeserver that has lost its data does not know the token.
                if case .refused(let refusal) = outcome, refusal.status == 400, since != nil {
                    since = nil
                    isStart = true
                }
                // The same request would be cut off again. A short answer leaves gaps, which are fetched room by room.
                isShort = isShort || outcome.isCut
                try await network.wait(&backOff, "Matrix sync failed", outcome)
                continue
            }
            backOff.succeeded()
            if let claim = batch.claim {
                switch rule.take(claim) {
                case .stay: break
                case .claim: await network.announce(session, of: user)
                case .leave: throw AccountTaken()
                }
            }
            try await apply(batch, since: since)
            since = batch.nextBatch
            isStart = false
            isShort = false
            await setOnline(true)
            network.roomTasks.signal()
        }
    }

    private func setOnline(_ isOnline: Bool) async {
        guard await network.rooms.isOnline != isOnline else { return }
        await network.rooms.setOnline(isOnline)
        network.log.notice(isOnline ? "Matrix connected" : "Matrix disconnected", metadata: network.facts)
        network.report(isOnline ? .connected : .disconnected)
    }

    private func waitForCapacity() async throws {
        let inbox = network.inbox
        try await inbox.changes.wait { inbox.openCount <= Self.mostOpen }
    }

    private func apply(_ batch: SyncBatch, since: String?) async throws {
        var found: [NetworkEvent] = []
        // Rooms that we were removed from, by their id in the inbox.
        var losses: [String: String] = [:]
        let reader = MatrixMessageReader(network: network)
        let invitations = MatrixInvitations(network: network, session: session)
        for action in await network.rooms.apply(batch, isFirst: since == nil) {
            switch action {
            case .entered(let room, _):
                guard await !network.rooms.isDirect(room), await !network.rooms.visited.contains(room) else { continue }
                found.append(.joined(room: room))
            case .gap(let room, let before):
                for action in try await MatrixGap(network: network, session: session, room: room).said(
                    before: before,
                    since: since
                ) {
                    try await hear(action, reader, invitations, &found)
                }
            case .said, .reacted: try await hear(action, reader, invitations, &found)
            case .encrypted(let room) where await network.rooms.visited.contains(room): break
            case .encrypted(let room): try await network.roomTasks.add(.tellUnreadable(room: room))
            case .upgraded(let room, let successor, let sender):
                try await network.roomTasks.add(.follow(room: room, successor: successor, sender: sender))
            case .invited(let invitation): try await invitations.consider(invitation)
            case .left(let room, let removal):
                try await network.roomTasks.left(room)
                found.append(.left(room: room))
                guard let removal else { continue }
                let reason = invitations.reason(removal)
                let facts = network.facts.merging(["room": "\(room)", "reason": "\(reason)"]) { $1 }
                network.log.notice("Matrix room lost", metadata: facts)
                // For a direct room the person is reported instead, so that no other room is created for them.
                let person = await network.rooms.directUser(of: room).map {
                    Address(network: network.name, kind: .person, target: $0)
                }
                found.append(.expelled(person ?? address(room), reason: reason))
                losses[MatrixInbox.loss(of: person ?? address(room))] = room
            case .directRooms: break
            }
        }
        hand(over: found, losses, token: batch.nextBatch, reader)
    }

    private func hear(
        _ action: SyncAction,
        _ reader: MatrixMessageReader,
        _ invitations: MatrixInvitations,
        _ found: inout [NetworkEvent]
    ) async throws {
        if case .reacted(let room, let event, let target, let key) = action {
            try await invitations.consider(reaction: event, to: target, key: key, in: room)
        }
        if let message = try await reader.message(action) { found.append(.message(message)) }
    }

    private func hand(
        over found: [NetworkEvent],
        _ losses: [String: String],
        token: String,
        _ reader: MatrixMessageReader
    ) {
        var open = losses.map { (id: $0.key, room: $0.value) }
        for case .message(let message) in found {
            if let id = message.inboundID { open.append((id, reader.rooms[id] ?? "")) }
        }
        // Recorded before reporting, so that no event is finished before it is known.
        network.inbox.began(token, events: open)
        for event in found {
            let isTaken = network.report(event)
            if case .expelled(let lost, _) = event, !isTaken {
                _ = network.inbox.finished(MatrixInbox.loss(of: lost))
                network.log.warning("Matrix loss dropped", metadata: network.facts)
            }
            guard case .message(let message) = event, let id = message.inboundID else { continue }
            if isTaken {
                let room = reader.rooms[id] ?? ""
                network.opening.yield(OpenedMessage(id: id, room: room, since: message.receivedAt))
                continue
            }
            _ = network.inbox.finished(id)
            network.log.warning("Matrix message dropped", metadata: network.facts)
        }
    }

    private func address(_ room: String) -> Address { Address(network: network.name, kind: .room, target: room) }
}
