internal import NIOCore

/// The first handler of a channel through a proxy: does the handshake, then removes itself.
///
/// `channelActive` is forwarded only after the proxy has connected us, so the other handlers need not know of it.
final class ProxyHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var handshake: ProxyHandshake
    private let timeout: TimeAmount
    private var deadline: Scheduled<Void>?
    private var isOver = false

    init(_ proxy: IRCProxy, to server: IRCServer, timeout: TimeAmount) {
        handshake = ProxyHandshake(proxy, to: server)
        self.timeout = timeout
    }

    func channelActive(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: timeout) {
            let (handler, context) = bound.value
            handler.fail(.proxyFailed(reason: "it did not answer in time", isPermanent: false), context)
        }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: handshake.opening)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return context.fireChannelRead(data) }
        var step = handshake.receive(unwrapInboundIn(data).readableBytesView)
        while true {
            switch step {
            case .wait: return
            case .send(let bytes):
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
                // Two answers may have arrived in one read.
                step = handshake.receive([])
            case .done(let rest): return finish(rest, context)
            case .failed(let error): return fail(error, context)
            }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if !isOver { context.read() }
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(.proxyFailed(reason: "it closed the connection", isPermanent: false), context)
        context.fireChannelInactive()
    }

    /// Only a QUIT can be written before the handshake ends; it fails, because there is no server yet.
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if isOver { context.write(data, promise: promise) } else { promise?.fail(ChannelError.ioOnClosedChannel) }
    }

    private func finish(_ rest: [UInt8], _ context: ChannelHandlerContext) {
        isOver = true
        deadline?.cancel()
        context.fireChannelActive()
        if !rest.isEmpty {
            context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: rest)))
            context.fireChannelReadComplete()
        }
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    private func fail(_ error: IRCClientError, _ context: ChannelHandlerContext) {
        guard !isOver else { return }
        isOver = true
        deadline?.cancel()
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }
}
