/// Stores what the Matrix network remembers over restarts.
package protocol MatrixKeeping: NetworkStateStore, UploadKeeping {
    /// Forgets that a post in a room began the thread of a feed, because the homeserver accepts nothing below it.
    func forgetThread(network: String, room: String, root: String) async throws
}
