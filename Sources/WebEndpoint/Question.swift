internal import NIOCore
internal import NIOHTTP1

/// A request, and where its answer goes.
struct Question: Sendable {
    let request: WebRequest
    let isHead: Bool
    let connection: Connection

    struct Connection: Sendable {
        let channel: any Channel

        /// Says the last thing on the connection.
        ///
        /// What still comes in is read and let go until the other side closes: closing on unread bytes would take the
        /// answer back.
        func say(_ parts: [HTTPServerResponsePart]) {
            for part in parts.dropLast() { channel.write(part, promise: nil) }
            channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { [channel] _ in
                channel.close(mode: .output, promise: nil)
            }
        }
    }
}
