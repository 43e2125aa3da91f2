package import Foundation
internal import Games
package import NewsModel
package import Storage

/// Checks before a message is answered.
extension CommandRouter {
    /// Whether the person has an open confirmation code that a bare `yes` may refer to.
    package static func hasAsked(_ identity: Identity, of store: Store, at time: Date) async throws -> Bool {
        guard let profile = try await store.profile(for: identity) else { return false }
        return try await store.heldCode(of: profile.id, at: time) != nil
    }

    /// Whether a message may be for the bot.
    ///
    /// Normal talk must not wait in the queue of commands.
    ///
    /// False for a sender who is over the rate limit; their lines are counted, and they are told.
    package func isMeant(_ message: IncomingMessage) async -> Bool {
        if await isRefused(message) {
            if isCommandLike(message) { noteRefused(message) }
            await voidPublicCode(message)
            return false
        }
        // Whether it has a `question` says nothing: every line of a Matrix room can be replied to.
        if message.isPrivate || message.file != nil { return true }
        let line = PlainInput.cleaned(message.text)
        if QuizLetter(line) != nil || PublicLinkCode(line, table) != nil { return true }
        let room = try? await room(of: message)
        return addressing(room, message).read(line) != nil
    }

    /// Makes a link code invalid that everybody in a room has read, although its sender is over the rate limit.
    ///
    /// Nobody is answered. Each sender has one attempt in five seconds, so guessing codes costs no more than this.
    func voidPublicCode(_ message: IncomingMessage) async {
        let time = services.time.now
        guard !message.isPrivate, let code = PublicLinkCode(PlainInput.cleaned(message.text), table),
            await memory.takeTurn("code " + counted(message).lasting, each: 5, at: time)
        else { return }
        do { _ = try await redeem(code, at: time) } catch { log(error, message) }
    }

    /// Whether one of the codes was valid; none is afterwards.
    func redeem(_ code: PublicLinkCode, at time: Date) async throws -> Bool {
        var wasValid = false
        for code in code.codes where try await services.store.redeemLinkCode(code, at: time) != nil { wasValid = true }
        return wasValid
    }

    func addressing(_ room: Room?, _ message: IncomingMessage) -> Addressing {
        Addressing(
            prefix: room?.etiquette.prefix ?? services.options.prefix,
            botNames: [services.options.botName(message.network), "crier"],
            isPrivate: message.isPrivate
        )
    }

    /// A line in private or after the bot's name that may be meant in the sender's own words.
    ///
    /// After a prefix, and on networks where people write other things too, only commands are read.
    func inOwnWords(
        _ addressed: AddressedLine,
        _ request: CommandRequest?,
        _ message: IncomingMessage
    ) -> CommandRequest? {
        guard let request, addressed.manner != .byPrefix, !message.traits.readsOnlyCommands,
            !request.isExact(table.words(in: addressed.text), in: table)
        else { return request }
        return .said(addressed.text, otherwise: request)
    }
}
