package import NewsModel
internal import Speaking

/// One answer and the address it is sent to.
package struct Reply: Hashable, Sendable {
    package var message: OutgoingMessage
    package var address: Address
    /// Whether it is the next page of something longer: who pages quickly is no bot.
    var isPage = false
    /// What it tells of a game, which must be heard of again when it was sent.
    package var told: ToldOfGame?

    package init(message: OutgoingMessage, address: Address) {
        self.message = message
        self.address = address
    }
}

/// Sends the replies to one message, in order and outside the ledger.
///
/// The sender can ask again if one is lost.
struct ReplySender: Sendable {
    let speaker: Speaker
    /// Called with `OutgoingMessage.asks` when the network has confirmed a reply that asks.
    var whenAsked: @Sendable (_ question: String) async -> Void = { _ in }
    /// Called with `Reply.told` when the reply is sent or given up.
    var whenTold: @Sendable (_ told: ToldOfGame, _ wasSent: Bool) async -> Void = { _, _ in }

    /// Sends the replies.
    ///
    /// `name` is unique for the answered message; the keys of the parts are made from it.
    ///
    /// If a reply cannot be sent, the following ones are dropped. Where many wait to be answered in one room, whoever
    /// of the `share` was answered least recently comes first.
    func send(_ replies: [Reply], name: String, for share: String = "") async throws {
        var sent = 0
        for (index, reply) in replies.enumerated() {
            let speech: Speech
            if let told = reply.told {
                // After a restart it is said under the same key.
                speech = Speech(reply.message, to: reply.address, share: share, key: told.key)
            } else {
                speech = Speech(reply.message, to: reply.address, firstPart: sent + 1, share: share) {
                    .reply(to: name, part: $0)
                }
            }
            let result = try await speaker.say(speech)
            if reply.told == nil { sent += result.partCount }
            switch result.outcome {
            case .sent, .perhapsSent, .notSent(.noWords):
                if let question = reply.message.asks { await whenAsked(question) }
                if let told = reply.told { await whenTold(told, true) }
            case .notSent:
                for told in replies[index...].compactMap(\.told) { await whenTold(told, false) }
                return
            }
        }
    }
}
