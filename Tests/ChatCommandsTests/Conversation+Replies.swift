import Foundation
import NewsModel
import TestSupport

@testable import ChatCommands

extension Conversation {
    /// Says something in answer to a message, as the network tells it; the answers as plain text.
    func reply(
        _ text: String,
        to event: String?,
        as speaker: Conversation.Speaker = .alice,
        in room: String? = nil,
        id: String = UUID().uuidString
    ) async -> String {
        let message = IncomingMessage(
            network: "testnet",
            traits: network.traits,
            sender: .init(displayName: speaker.name, account: speaker.account),
            room: room,
            text: text,
            inboundID: id,
            receivedAt: clock.now,
            question: Question(messageID: id, repliesTo: event)
        )
        let replies = await router.handle(message)
        await router.finished(message)
        return replies.map { plain($0.message.body) }.joined(separator: "\n")
    }
}
