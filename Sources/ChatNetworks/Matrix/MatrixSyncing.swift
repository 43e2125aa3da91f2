import Foundation
import Logging
import MatrixClient
import NewsModel

/// The long poll: one /sync after another, each worked off before the next is asked for.
struct MatrixSyncing {
    let network: MatrixNetwork
    let session: MatrixSession

    /// Seconds that the server may hold an answer back.
    private static let pollSeconds = 30
    /// With more messages waiting for others, no more are fetched: well above what commands let wait, which share it fairly.
    private static let mostOpen = 4_000

    func run() async throws {
        var since = try await network.kept.since()
        var isStart = true
        var isShort = false
        let user = await network.rooms.ownUser
        var backOff = BackOff()
        while true {
            try Task.checkCancellation()
            try await waitForRoom()
            let request = MatrixRequest.sync(
                filter: SyncBatch.filter(isShort: isShort),
                since: since,
                // Rooms are not stored: their state comes anew with the first answer.
                withFullState: isStart && since != nil,
                // Not knowing whether the server is there, we want to hear at once that it is.
                seconds: await network.rooms.isOnline ? Self.pollSeconds : 0
            )
            let outcome = await session.call(request).map { SyncBatch($0, for: user) }
            guard case .success(let batch) = outcome else {
                try Task.checkCancellation()
                await setOnline(false)
                // A homeserver that has lost its memory does not know the token.
                if case .refused(let refusal) = outcome, refusal.status == 400, since != nil {
                    since = nil
                    isStart = true
                }
                // The same answer would be as long again; what is left out of a short one is asked for room by room.
                isShort = isShort || outcome.isCut
                try await network.wait(&backOff, "Matrix sync failed", outcome)
                continue
            }
            backOff.succeeded()
            try await take(batch, since: since)
            since = batch.nextBatch
            isStart = false
            isShort = false
            await setOnline(true)
            network.errands.nudge()
        }
    }

    private func setOnline(_ isOnline: Bool) async {
        guard await network.rooms.isOnline != isOnline else { return }
        await network.rooms.setOnline(isOnline)
        network.log.notice(isOnline ? "Matrix connected" : "Matrix disconnected", metadata: network.facts)
        network.report(isOnline ? .connected : .disconnected)
    }

    private func waitForRoom() async throws {
        while network.inbox.openCount > Self.mostOpen {
            try await network.time.sleep(until: network.time.now.addingTimeInterval(0.1))
        }
    }

    private func take(_ batch: SyncBatch, since: String?) async throws {
        var found: [NetworkEvent] = []
        /// Rooms that we were thrown out of, by what stands for that in the inbox.
        var losses: [String: String] = [:]
        let hearing = MatrixHearing(network: network)
        let invitations = MatrixInvitations(network: network, session: session)
        for action in await network.rooms.take(batch, isFirst: since == nil) {
            switch action {
            case .entered(let room, _):
                guard await !network.rooms.isDirect(room), await !network.rooms.visited.contains(room) else { continue }
                found.append(.joined(room: room))
            case .gap(let room, let before):
                for action in try await MatrixGap(network: network, session: session, room: room).said(
                    before: before,
                    since: since
                ) {
                    try await hear(action, hearing, invitations, &found)
                }
            case .said, .reacted: try await hear(action, hearing, invitations, &found)
            case .encrypted(let room) where await network.rooms.visited.contains(room): break
            case .encrypted(let room): try await network.errands.add(.tellUnreadable(room: room))
            case .upgraded(let room, let successor, let sender):
                try await network.errands.add(.follow(room: room, successor: successor, sender: sender))
            case .invited(let invitation): try await invitations.consider(invitation)
            case .left(let room, let removal):
                try await network.errands.left(room)
                found.append(.left(room: room))
                guard let removal else { continue }
                let reason = invitations.reason(removal)
                let facts = network.facts.merging(["room": "\(room)", "reason": "\(reason)"]) { $1 }
                network.log.notice("Matrix room lost", metadata: facts)
                // Thrown out of their direct room we do not come back with another one.
                let person = await network.rooms.directUser(of: room).map {
                    Address(network: network.name, kind: .person, target: $0)
                }
                found.append(.expelled(person ?? address(room), reason: reason))
                losses[MatrixInbox.loss(of: person ?? address(room))] = room
            case .directRooms: break
            }
        }
        hand(over: found, losses, token: batch.nextBatch, hearing)
    }

    private func hear(
        _ action: SyncAction,
        _ hearing: MatrixHearing,
        _ invitations: MatrixInvitations,
        _ found: inout [NetworkEvent]
    ) async throws {
        if case .reacted(let room, let event, let target, let key) = action {
            try await invitations.consider(reaction: event, to: target, key: key, in: room)
        }
        if let message = try await hearing.message(action) { found.append(.message(message)) }
    }

    private func hand(
        over found: [NetworkEvent],
        _ losses: [String: String],
        token: String,
        _ hearing: MatrixHearing
    ) {
        var open = losses.map { (id: $0.key, room: $0.value) }
        for case .message(let message) in found {
            if let id = message.inboundID { open.append((id, hearing.rooms[id] ?? "")) }
        }
        // Before anybody can be done with one of them.
        network.inbox.began(token, events: open)
        for event in found {
            let isTaken = network.report(event)
            if case .expelled(let place, _) = event, !isTaken {
                _ = network.inbox.finished(MatrixInbox.loss(of: place))
                network.log.warning("Matrix loss dropped", metadata: network.facts)
            }
            guard case .message(let message) = event, let id = message.inboundID else { continue }
            if isTaken {
                let room = hearing.rooms[id] ?? ""
                network.opening.yield(OpenedMessage(id: id, room: room, since: message.receivedAt))
                continue
            }
            _ = network.inbox.finished(id)
            network.log.warning("Matrix message dropped", metadata: network.facts)
        }
    }

    private func address(_ room: String) -> Address { Address(network: network.name, kind: .room, target: room) }
}
