package import NIOCore

/// A NIO handler that speaks TLS towards the network and plaintext towards the handlers behind it.
///
/// It forwards `channelActive` only after the handshake, so the handlers behind it may write at once.
/// Earlier writes are queued. A failure is reported as `errorCaught(TLSError)` and closes the channel.
/// Closing the channel sends close_notify first.
package final class TLSClientHandler: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    private let engine: TLSEngine
    private let handshakeTimeout: TimeAmount
    private var waiting = MarkedCircularBuffer<(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)>(
        initialCapacity: 4
    )
    private var deadline: Scheduled<Void>?
    private var hasStarted = false
    private var hasFailed = false
    private var hasDelivered = false

    /// Reads the files of `options` and so blocks for a short time; create the handler before connecting.
    package init(_ options: TLSClientOptions, handshakeTimeout: TimeAmount = .seconds(30)) throws {
        engine = try TLSEngine(context: TLSContext(client: options), clientFor: options.hostName)
        self.handshakeTimeout = handshakeTimeout
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        finish(with: ChannelError.ioOnClosedChannel)
    }

    package func channelActive(context: ChannelHandlerContext) {
        start(context)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        if hasStarted, !engine.isHandshakeDone, !hasFailed {
            hasFailed = true
            context.fireErrorCaught(TLSError.closedDuringHandshake)
        }
        finish(with: ChannelError.ioOnClosedChannel)
        context.fireChannelInactive()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        let ciphertext = unwrapInboundIn(data)
        do {
            try ciphertext.withUnsafeReadableBytes { try engine.receive($0) }
            try advance(context)
        } catch {
            fail(error, context)
        }
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        if hasDelivered {
            hasDelivered = false
        } else if !hasFailed {
            // The requested read was used up by the handshake or by an incomplete TLS record. Request another one.
            context.read()
        }
        context.fireChannelReadComplete()
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !hasFailed else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        waiting.append((unwrapOutboundIn(data), promise))
    }

    package func flush(context: ChannelHandlerContext) {
        waiting.mark()
        guard engine.isHandshakeDone, !hasFailed else { return }
        do {
            try encryptWaiting(context)
        } catch {
            fail(error, context)
        }
    }

    package func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .all else {
            promise?.fail(ChannelError.operationUnsupported)
            return
        }
        if !hasFailed {
            engine.close()
            sendCiphertext(context, promise: nil)
        }
        context.close(mode: mode, promise: promise)
    }
}

extension TLSClientHandler {
    private func start(_ context: ChannelHandlerContext) {
        guard !hasStarted else { return }
        hasStarted = true
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: handshakeTimeout) {
            let (handler, context) = loopBound.value
            if !handler.engine.isHandshakeDone { handler.fail(TLSError.handshakeTimedOut, context) }
        }
        do {
            try advance(context)
        } catch {
            fail(error, context)
        }
    }

    private func advance(_ context: ChannelHandlerContext) throws(TLSError) {
        guard !engine.isHandshakeDone else {
            try deliver(context)
            return
        }
        // Sent after a failure too: this ciphertext contains the alert that tells the server the reason.
        defer { sendCiphertext(context, promise: nil) }
        guard try engine.handshake() == .done else { return }
        deadline?.cancel()
        context.fireChannelActive()
        try encryptWaiting(context)
        try deliver(context)
    }

    private func deliver(_ context: ChannelHandlerContext) throws(TLSError) {
        while context.channel.isActive {
            var plaintext = context.channel.allocator.buffer(capacity: 0)
            guard try engine.decrypt(into: &plaintext) != nil else { break }
            hasDelivered = true
            context.fireChannelRead(wrapInboundOut(plaintext))
        }
        if engine.isClosedByPeer { engine.close() }
        sendCiphertext(context, promise: nil)  // TLS 1.3 may have to answer a key update
        if engine.isClosedByPeer { context.close(promise: nil) }
    }

    private func encryptWaiting(_ context: ChannelHandlerContext) throws(TLSError) {
        while waiting.hasMark, let next = waiting.popFirst() {
            do throws(TLSError) {
                var failure: TLSError?
                next.bytes.withUnsafeReadableBytes { bytes in
                    do throws(TLSError) { try engine.encrypt(bytes) } catch { failure = error }
                }
                if let failure { throw failure }
            } catch {
                next.promise?.fail(error)
                throw error
            }
            sendCiphertext(context, promise: next.promise)
        }
    }

    private func sendCiphertext(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        var ciphertext = context.channel.allocator.buffer(capacity: 0)
        guard engine.takeCiphertext(into: &ciphertext) > 0 || promise != nil else { return }
        context.writeAndFlush(wrapOutboundOut(ciphertext), promise: promise)
    }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        guard !hasFailed else { return }
        hasFailed = true
        finish(with: error)
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }

    private func finish(with error: any Error) {
        deadline?.cancel()
        while let next = waiting.popFirst() { next.promise?.fail(error) }
    }
}
