internal import NIOCore

/// Cuts off a connection that sends more than any request needs.
final class ByteGate: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var left: Int

    init(limit: Int) { left = limit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        left -= unwrapInboundIn(data).readableBytes
        guard left >= 0 else {
            context.close(promise: nil)
            return
        }
        context.fireChannelRead(data)
    }
}
