import Foundation
import Logging
import MatrixClient
import NewsModel

extension MatrixNetwork {
    /// Sets the configured display name, if the server allows it and it differs from the current one.
    func showDisplayName(_ session: MatrixSession, of user: String) async {
        guard let name = options.displayName else { return }
        let current = await session.call(.displayName(of: user))
        switch current {
        case .success(let json) where json["displayname"]?.string == name: return
        // 404: no display name is set yet.
        case .success, .refused: break
        case .limited, .loggedOut, .unavailable: return
        }
        if let json = await session.call(.capabilities).value, !ServerCapabilities(json).maySetDisplayName { return }
        if let problem = await session.call(.setDisplayName(name, of: user)).problem {
            log.notice("Matrix display name not set", metadata: facts.merging(["reason": "\(problem)"]) { $1 })
        }
    }
}

/// A message whose answer is being prepared.
struct OpenedMessage: Sendable {
    var id: String
    var room: String
    var since: Date
}

extension MatrixNetwork {
    /// Seconds after which a pending answer is shown as typing.
    private static let typingDelay: TimeInterval = 1
    /// The server ends the typing state by itself after this time.
    private static let typingSeconds = 20

    /// Shows typing while a slow answer is being prepared.
    func showTyping(_ session: MatrixSession) async throws {
        for await message in opened where options.showsTyping {
            try await time.sleep(until: message.since.addingTimeInterval(Self.typingDelay))
            guard inbox.startTyping(message.id) else { continue }
            let user = await rooms.ownUser
            _ = await session.call(.typing(Self.typingSeconds, user: user, in: message.room))
        }
        try Task.checkCancellation()
    }
}
