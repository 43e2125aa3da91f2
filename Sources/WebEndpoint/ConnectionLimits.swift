internal import NIOCore
internal import Synchronization

/// Closes a connection that sends more bytes than any request needs.
final class ByteLimitHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var remaining: Int

    init(limit: Int) { remaining = limit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        remaining -= unwrapInboundIn(data).readableBytes
        guard remaining >= 0 else {
            context.close(promise: nil)
            return
        }
        context.fireChannelRead(data)
    }
}

/// The open connections; refuses new ones beyond a limit.
final class OpenConnections: Sendable {
    private let limit: Int
    private let open = Mutex<[ObjectIdentifier: any Channel]>([:])

    init(limit: Int) { self.limit = limit }

    func take(_ channel: any Channel) -> Bool {
        let isAccepted = open.withLock { open in
            guard open.count < limit else { return false }
            open[ObjectIdentifier(channel)] = channel
            return true
        }
        guard isAccepted else { return false }
        let id = ObjectIdentifier(channel)
        channel.closeFuture.whenComplete { [self] _ in open.withLock { $0[id] = nil } }
        return true
    }

    func closeAll() {
        for channel in open.withLock({ Array($0.values) }) { channel.close(promise: nil) }
    }
}
