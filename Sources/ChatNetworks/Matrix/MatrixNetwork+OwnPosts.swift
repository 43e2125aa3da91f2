import Logging
import MatrixClient
import NewsModel

extension MatrixNetwork {
    /// Our own post behind an event; nil for an event of somebody else.
    ///
    /// Events sent before the last start are fetched from the server, while `lookups` is above 0.
    func ownPost(_ event: String, in room: String, lookups: inout Int) async -> OwnPost? {
        if let known = ownEvents.post(event) { return known }
        do {
            if try await kept.state.isPosted(network: name, eventID: event) { return OwnPost() }
        } catch {
            log.error("Matrix state cannot be read", metadata: facts.merging(["error": "\(error)"]) { $1 })
        }
        guard lookups > 0 else { return nil }
        lookups -= 1
        switch await rooms.session?.call(.event(event, in: room)) {
        case .success(let json):
            let found = RoomEvent(json)
            let isOurs = await found?.sender == rooms.ownUser
            let post = isOurs ? found.map { OwnPost(content: $0.content) } : nil
            ownEvents.note(event, post)
            return post
        case .refused:
            ownEvents.note(event, nil)
            return nil
        case .limited, .loggedOut, .unavailable, nil: return nil
        }
    }
}
