import Logging
import MatrixClient
package import NewsModel

extension MatrixNetwork {
    package func contents(of file: AttachedFile, limit: Int) async -> FileOutcome {
        guard let session = await rooms.session else { return .unavailable }
        guard let address = MediaAddress(file.address) else { return .refused }
        let outcome = await session.download(address, limit: limit)
        switch outcome {
        case .success(let bytes): return bytes.count > limit ? .tooLarge : .contents(bytes)
        case .refused: return .refused
        case .limited, .loggedOut, .unavailable:
            log.notice("Matrix file not read", metadata: facts.merging(["reason": "\(outcome.problem ?? "")"]) { $1 })
            return .unavailable
        }
    }

    package func repliedFile(of message: IncomingMessage) async -> AttachedFile? {
        guard let post = message.question?.repliesTo, let id = message.inboundID, let room = inbox.room(of: id),
            let json = await rooms.session?.call(.event(post, in: room)).value,
            let event = RoomEvent(json), let file = MessageContent(event.content)?.file
        else { return nil }
        return await attached(file, by: event.sender)
    }

    /// Accepts only files on the sender's server or on ours, so that a stranger cannot make us contact another server.
    func attached(_ file: MessageContent.File, by sender: String) async -> AttachedFile {
        let known = [UserID.server(of: sender), UserID.server(of: await rooms.ownUser)]
        let isThere = MediaAddress(file.url).map { known.contains($0.server) } ?? false
        return AttachedFile(name: file.name, address: isThere ? file.url : "")
    }
}

/// Recognises lists of feeds by name and media type.
enum OPMLFile {
    static func isLikely(_ file: MessageContent.File) -> Bool {
        let name = file.name.lowercased()
        return file.mediaType.contains("opml") || name.hasSuffix(".opml")
            || ["text/xml", "application/xml"].contains(file.mediaType) || name.hasSuffix(".xml")
    }
}
