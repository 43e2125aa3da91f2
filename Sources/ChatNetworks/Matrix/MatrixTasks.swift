import Foundation
import Logging
import MatrixClient
import NewsModel

/// Performs the room tasks one after another, while /sync continues.
struct MatrixTasks {
    let network: MatrixNetwork
    let session: MatrixSession
    private let welcomes: MatrixWelcomes

    init(network: MatrixNetwork, session: MatrixSession) {
        (self.network, self.session) = (network, session)
        welcomes = MatrixWelcomes(network: network, session: session)
    }

    enum Outcome {
        case done
        /// Failed; retry at the earliest after this many seconds.
        case failed(notBefore: Double)
    }

    func run() async throws {
        for await _ in network.roomTasks.signals {
            for invitation in await network.rooms.takeEntered() {
                try await network.roomTasks.add(.enter(invitation), isSure: true)
            }
            while let pending = await network.roomTasks.next(joined: network.rooms.joinedRooms) {
                try Task.checkCancellation()
                switch try await outcome(of: pending) {
                case .done: try await network.roomTasks.done(pending.task)
                case .failed(let seconds):
                    let isKept = try await network.roomTasks.failed(pending.task, notBefore: seconds)
                    if !isKept, let room = pending.task.room { try await giveUp(room) }
                }
            }
        }
        try Task.checkCancellation()
    }

    private func outcome(of pending: PendingTask) async throws -> Outcome {
        let invitations = MatrixInvitations(network: network, session: session)
        switch pending.task {
        case .enter(let invitation):
            return pending.isInside
                ? try await welcomes.welcome(invitation, since: pending.since) : await invitations.enter(invitation)
        case .follow(let room, let successor, let sender):
            return await RoomUpgrade(network: network, session: session, room: room, successor: successor)
                .follow(through: UserID.server(of: sender))
        case .tellUnreadable(let room): return try await welcomes.sayUnreadable(room)
        case .openDirect(let user): return try await welcomes.openDirectRoom(for: user)
        case .leave(let room): return Self.outcome(of: await session.call(.leave(room)))
        case .forget(let room): return Self.outcome(of: await session.call(.forget(room)))
        case .decline(let room):
            _ = await session.call(.leave(room))
            _ = await session.call(.forget(room))
            return .done
        }
    }

    private func giveUp(_ room: String) async throws {
        network.log.notice("Matrix invitation given up", metadata: network.facts.merging(["room": "\(room)"]) { $1 })
        try await network.roomTasks.add(.decline(room: room))
    }

    static func outcome(of answer: MatrixOutcome<JSONValue>) -> Outcome {
        switch answer {
        case .success, .refused: .done
        case .limited(let seconds): .failed(notBefore: seconds)
        case .loggedOut, .unavailable: .failed(notBefore: 0)
        }
    }
}
