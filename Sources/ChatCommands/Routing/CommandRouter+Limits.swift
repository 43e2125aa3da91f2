internal import Foundation
internal import Games
internal import Localization
internal import Logging
package import NewsModel
internal import Storage

/// Rate limits. They are checked before profiles are looked up and before anything is stored.
extension CommandRouter {
    /// What a line means, without knowing who sent it.
    struct Meaning {
        /// A link code that others could read.
        var linkCode: PublicLinkCode?
        /// A quiz letter, if a round is open or may be.
        var letter: String?
        /// The answers to a sheet of questions, in private.
        var sheet: String?
        var request: CommandRequest?

        var isNothing: Bool { linkCode == nil && letter == nil && sheet == nil && request == nil }
    }

    /// Whether a message is ignored because its sender is over the rate limit and was told so.
    func isRefused(_ message: IncomingMessage) async -> Bool {
        guard message.traits.isChat else { return false }
        let counted = counted(message)
        if refusedLines.isHeld(counted.person, at: services.time.now) { return true }
        return await memory.isSilent(counted, at: services.time.now)
    }

    /// Whether a command was refused by the limit of its sender, not by that of the room.
    func isPersonalLimit(_ meaning: Meaning, _ message: IncomingMessage) async -> Bool {
        guard meaning.request != nil, message.traits.isChat else { return false }
        return await memory.isSilent(counted(message), at: services.time.now)
    }

    /// Counts a message against the limits: the person's limit first, then the room's.
    func verdict(_ meaning: Meaning, _ room: Room?, _ message: IncomingMessage) async -> TokenBucket.Verdict {
        // The terminal has one user, and scripts pipe their lines in at once.
        guard !message.traits.hasOneUser else { return .pass }
        // The many players of a quiz answer at once, so quiz letters do not count for the room.
        let counted = meaning.request == nil ? nil : room
        let verdict = await memory.countCommand(
            Person(message, services).counted,
            room: counted.map { "\(message.network) \($0.name)" },
            byMail: message.traits.answersByLetter,
            at: services.time.now
        )
        guard verdict != .pass else { return .pass }
        // Each line of a letter has its own answer. A line in a room that is not a command gets no notice.
        if message.traits.answersByLetter { return .sayOnce }
        return meaning.request == nil ? .silence : verdict
    }

    /// The keys by which a message is queued and its limits are counted.
    func counted(_ message: IncomingMessage) -> Counted { Person(message, services).counted }

    /// The notice that a message was dropped because too many wait.
    func notice(ofDropped message: IncomingMessage) async -> [Reply] {
        await notice(to: message) { $0.say("limits.dropped") }
    }

    /// The notice that the bot does not join the room it was invited to.
    func notice(of invitation: RefusedInvitation) async -> [Reply] {
        await notice(to: invitation.message) { context in
            let place = Address(network: invitation.message.network, kind: .room, target: invitation.room)
            let room = MessageArgument.text(context.placeName(place))
            guard invitation.isWelcome else { return context.say("limits.mayNotInvite", ["room": room]) }
            guard let limit = invitation.limit else { return context.say("limits.noPlaceForRoom", ["room": room]) }
            return context.say("limits.roomsPerInviter", ["room": room, "limit": .number(limit)])
        }
    }

    func notice(to message: IncomingMessage, _ words: (CommandContext) -> [Answer]) async -> [Reply] {
        do {
            let context = try await context(message, try await room(of: message))
            return await replies(to: context, words(context))
        } catch {
            log(error, message)
            return []
        }
    }

    /// Whether an inviter may be told that their invitation was declined: once a day, and few inviters at a time.
    func mayNotify(ofRefused invitation: RefusedInvitation) async -> Bool {
        await memory.takeInvitationNotice(of: counted(invitation.message), at: services.time.now)
    }

    /// Whether a notice of a dropped message may be sent.
    ///
    /// Notices are limited by rate.
    func mayNotify(ofDropped message: IncomingMessage) async -> Bool {
        await memory.takeNotice(of: counted(message), at: services.time.now)
    }

    // MARK: - Handled messages

    /// Records that a message was answered, so that it is not answered again when the network repeats it.
    package func finished(_ message: IncomingMessage) async {
        guard let inboundID = message.inboundID else { return }
        if message.traits.recordsEachMessage { return await finishedForGood(message) }
        handled.add(network: message.network, inboundID: inboundID)
    }

    /// Like `finished`, but stored at once.
    ///
    /// A command that must not run twice calls it before it runs.
    func finishedForGood(_ message: IncomingMessage) async {
        guard let inboundID = message.inboundID else { return }
        do {
            _ = try await services.store.recordHandled(
                network: message.network,
                inboundID: inboundID,
                at: services.time.now
            )
        } catch {
            log(error, message)
        }
    }

    func isNew(_ message: IncomingMessage) async throws -> Bool {
        guard let inboundID = message.inboundID else { return true }
        if handled.contains(network: message.network, inboundID: inboundID) { return false }
        return try await !services.store.isHandled(network: message.network, inboundID: inboundID)
    }

    /// Stores handled messages once a second and command counts once a minute, until cancelled.
    func writePeriodically() async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await _ in handled.arrivals {
                    await writeHandled()
                    guard await sleep(1) else { return }
                }
            }
            group.addTask {
                for await _ in usage.arrivals {
                    guard await sleep(60) else { return }
                    await writeUsage()
                }
            }
        }
    }

    private func sleep(_ seconds: Double) async -> Bool {
        do {
            try await services.time.sleep(until: services.time.now.addingTimeInterval(seconds))
            return true
        } catch {
            return false
        }
    }

    func writeUsage() async {
        var waiting = usage.removeAll()
        do {
            for (day, counts) in waiting {
                try await services.store.addUsage(day: day, counts: counts)
                waiting[day] = nil
            }
        } catch is CancellationError {
            usage.putBack(waiting)
        } catch {
            usage.putBack(waiting)
            services.log.error("Uses of commands not stored", metadata: ["error": "\(error)"])
        }
    }

    func writeHandled() async {
        let keys = handled.all
        guard !keys.isEmpty else { return }
        do {
            let messages = keys.map { (network: $0.network, inboundID: $0.inboundID) }
            try await services.store.recordHandled(messages, at: services.time.now)
            handled.written(keys)
        } catch {
            services.log.error("Handled messages not stored", metadata: ["error": "\(error)"])
        }
    }
}
