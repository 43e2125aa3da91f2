import Foundation
import MatrixClient
import NewsModel

/// A message that is being worked on.
struct OpenedMessage: Sendable {
    var id: String
    var room: String
    var since: Date
}

extension MatrixNetwork {
    /// Seconds that an answer may take before people should see that there will be one.
    private static let patience: TimeInterval = 1
    /// The server forgets by itself that we type.
    private static let typingSeconds = 20

    /// Shows that a long answer is being made.
    func showTyping(_ session: MatrixSession) async throws {
        for await message in opened where options.showsTyping {
            try await time.sleep(until: message.since.addingTimeInterval(Self.patience))
            guard inbox.startTyping(message.id) else { continue }
            let user = await rooms.ownUser
            _ = await session.call(.typing(Self.typingSeconds, user: user, in: message.room))
        }
        try Task.checkCancellation()
    }
}
