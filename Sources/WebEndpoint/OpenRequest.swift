internal import NIOCore
internal import NIOHTTP1

/// A request and the connection that waits for its answer.
struct OpenRequest: Sendable {
    let request: WebRequest
    let isHead: Bool
    let connection: Connection

    struct Connection: Sendable {
        let channel: any Channel

        /// Sends the answer and closes our sending side.
        ///
        /// Bytes that still arrive are read and ignored until the client closes.
        /// Closing a socket with unread bytes could discard the answer.
        func send(_ parts: [HTTPServerResponsePart]) {
            for part in parts.dropLast() { channel.write(part, promise: nil) }
            channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { [channel] _ in
                channel.close(mode: .output, promise: nil)
            }
        }
    }
}
