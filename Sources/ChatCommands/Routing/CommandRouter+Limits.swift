internal import Foundation
internal import Localization
internal import Logging
package import NewsModel
internal import Storage

/// What is refused, before it costs anything: the limits come before profiles are looked up and anything is written.
extension CommandRouter {
    /// What a line is for us, as far as that is known without knowing who said it.
    struct Meaning {
        /// A code said where others read it.
        var spoken: LinkCodeSpoken?
        /// A letter where a round is open, or may be.
        var letter: QuizLetter?
        var request: CommandRequest?

        var isNothing: Bool { spoken == nil && letter == nil && request == nil }
    }

    /// Whether a line is refused without a word, whatever it says: nothing is looked up for it.
    func isRefused(_ message: IncomingMessage) async -> Bool {
        guard ![.console, .mail].contains(message.networkKind) else { return false }
        return await memory.isSilent(Person(message, services).counted, at: services.time.now)
    }

    /// Counts what was said; a person's allowance comes before the room's.
    func verdict(_ meaning: Meaning, _ room: Room?, _ message: IncomingMessage) async -> TokenBucket.Verdict {
        // The terminal has one user, and scripts pipe their lines in at once.
        guard message.networkKind != .console else { return .pass }
        // A round has many players, who all answer at once.
        let counted = meaning.request == nil ? nil : room
        let verdict = await memory.countCommand(
            Person(message, services).counted,
            room: counted.map { "\(message.network) \($0.name)" },
            byMail: message.networkKind == .mail,
            at: services.time.now
        )
        guard verdict != .pass else { return .pass }
        // Each line of a mail has its answer there; talk that only looks like ours has none.
        if message.networkKind == .mail { return .sayOnce }
        return meaning.request == nil ? .silence : verdict
    }

    /// Whose turn it is with a message, and whom its limits are counted for.
    func counted(_ message: IncomingMessage) -> Counted { Person(message, services).counted }

    /// Says that a message was dropped because too many wait; nothing when its sender, or everybody, was told just now.
    func notice(ofDropped message: IncomingMessage) async -> [Reply] {
        await notice(to: message) { $0.say("limits.dropped") }
    }

    /// Says that the bot has no place for a room it was invited into.
    func notice(of invitation: RefusedInvitation) async -> [Reply] {
        await notice(to: invitation.message) { context in
            let place = Address(network: invitation.message.network, kind: .room, target: invitation.room)
            let room = MessageArgument.text(context.placeName(place))
            guard let limit = invitation.limit else { return context.say("limits.noPlaceForRoom", ["room": room]) }
            return context.say("limits.roomsPerInviter", ["room": room, "limit": .number(limit)])
        }
    }

    private func notice(to message: IncomingMessage, _ words: (CommandContext) -> [Answer]) async -> [Reply] {
        do {
            let context = try await context(message, try await room(of: message))
            return await replies(to: context, words(context))
        } catch {
            log(error, message)
            return []
        }
    }

    /// Whether somebody is told of a message or an invitation that was dropped: once in a while.
    func mayTell(ofDropped message: IncomingMessage) async -> Bool {
        await memory.takeNotice(of: counted(message), at: services.time.now)
    }

    // MARK: - What was dealt with

    /// Remembers that a message was dealt with and answered, so that it is not again when the network repeats it.
    package func finished(_ message: IncomingMessage) async {
        guard let inboundID = message.inboundID else { return }
        // A mail has its answers beside it and goes only with them.
        if message.networkKind == .mail { return await finishedForGood(message) }
        handled.note(network: message.network, inboundID: inboundID)
    }

    /// The same, written down before anything else is done: a second time it would be something else.
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

    /// Writes down what was dealt with, once a second, until cancelled.
    func keepWriting() async {
        for await _ in handled.arrivals {
            await writeHandled()
            do {
                try await services.time.sleep(until: services.time.now.addingTimeInterval(1))
            } catch {
                return
            }
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
