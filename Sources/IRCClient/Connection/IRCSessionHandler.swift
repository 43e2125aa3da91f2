internal import Foundation
internal import NIOCore

/// The last NIO handler of an IRC channel: passes lines to the session, performs its actions, runs its timer.
///
/// All its code runs on one event loop.
final class IRCSessionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long to wait after QUIT until the server closes the connection.
    private static let quitTimeout: TimeAmount = .seconds(1)

    private(set) var session: IRCSession
    private let report: @Sendable (IRCEvent) -> Void
    private var reader = LineReader()
    private var context: ChannelHandlerContext?
    private var timer: (deadline: IRCSession.Moment, scheduled: Scheduled<Void>)?
    private var senders: [Int: CheckedContinuation<IRCSendOutcome, Never>] = [:]
    private var queries: [Int: CheckedContinuation<String?, Never>] = [:]
    private var lastNumber = 0
    /// Whether the server has accepted our registration on this connection.
    private(set) var wasConnected = false

    init(_ session: IRCSession, report: @escaping @Sendable (IRCEvent) -> Void) {
        self.session = session
        self.report = report
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        change { $0.close(IRCDisconnectReason(.temporary, "connection lost")) }
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        change { $0.start() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        change { $0.close(IRCDisconnectReason(.temporary, "connection lost")) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isPermanent = IRCClientError.isPermanent(error)
        change { $0.close(IRCDisconnectReason(isPermanent ? .permanent : .temporary, "\(error)")) }
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let now = ContinuousClock.now
        // All lines are collected before the first is handled, because handling one may change the reader.
        var lines: [[UInt8]] = []
        reader.receive(unwrapInboundIn(data).readableBytesView) { lines.append($0) }
        for line in lines {
            guard let message = IRCMessage(line: line) else { continue }
            change { $0.receive(message, now: now) }
        }
    }

    // MARK: Commands

    func send(
        _ line: IRCOutgoingLine,
        confirmationID: String,
        _ continuation: CheckedContinuation<IRCSendOutcome, Never>
    ) {
        lastNumber += 1
        let number = lastNumber
        senders[number] = continuation
        change { $0.send(line, confirmationID: confirmationID, sender: number, now: .now) }
    }

    func findNick(account: String, _ continuation: CheckedContinuation<String?, Never>) {
        lastNumber += 1
        let number = lastNumber
        queries[number] = continuation
        change { $0.findNick(account: account, query: number, now: .now) }
    }

    func findOnline(nick: String, _ continuation: CheckedContinuation<String?, Never>) {
        lastNumber += 1
        let number = lastNumber
        queries[number] = continuation
        change { $0.findOnline(nick: nick, query: number, now: .now) }
    }

    func change(_ body: (inout IRCSession) -> Void) {
        body(&session)
        perform(session.takeActions())
        setTimer()
    }

    // MARK: Actions

    private func perform(_ actions: [IRCSession.Action]) {
        var hasWritten = false
        for action in actions {
            switch action {
            case .write(let message, let maximumBytes):
                guard let context else { continue }
                guard context.channel.isWritable else {
                    disconnectSlowReader(context)
                    continue
                }
                context.write(
                    wrapOutboundOut(ByteBuffer(bytes: message.wireBytes(maximumBytes: maximumBytes))),
                    promise: nil
                )
                hasWritten = true
            case .event(let event):
                report(event)
                if case .connected = event { noteConnected() }
            case .settle(let sender, let outcome):
                senders.removeValue(forKey: sender)?.resume(returning: outcome)
            case .answer(let query, let nick):
                queries.removeValue(forKey: query)?.resume(returning: nick)
            case .expectLines(let maximumBytes):
                reader.maximumLineBytes = 8_191 + maximumBytes
            case .disconnect:
                closeChannel()
            }
        }
        if hasWritten { context?.flush() }
    }

    /// Reports a demand for TLS at once, so that it is stored even if the process ends suddenly.
    private func noteConnected() {
        wasConnected = true
        guard session.server.useTLS, let demand = session.securityDemand else { return }
        if let policy = demand.policy(of: session.server, at: Date()) { report(.securityPolicy(policy)) }
    }

    /// Our lines are paced, so the write buffer fills only when a server sends many PINGs and never reads our answers.
    private func disconnectSlowReader(_ context: ChannelHandlerContext) {
        let reason = IRCDisconnectReason(.temporary, "the server does not read what we say")
        context.eventLoop.execute { [bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)] in
            let (handler, context) = bound.value
            handler.change { $0.close(reason) }
            context.close(promise: nil)
        }
    }

    private func closeChannel() {
        guard let context else { return }
        context.flush()
        guard session.hasQuit else {
            context.close(promise: nil)
            return
        }
        let channel = context.channel
        context.eventLoop.scheduleTask(in: Self.quitTimeout) { channel.close(promise: nil) }
    }

    /// A timer that fires too early does no harm, so it is replaced only by an earlier one.
    private func setTimer() {
        guard let context, let deadline = session.nextDeadline else {
            timer?.scheduled.cancel()
            timer = nil
            return
        }
        if let timer, timer.deadline <= deadline { return }
        timer?.scheduled.cancel()
        let delay = max(.zero, ContinuousClock.now.duration(to: deadline))
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let scheduled = context.eventLoop.scheduleTask(in: TimeAmount(delay) + .milliseconds(1)) {
            let handler = bound.value
            handler.timer = nil
            handler.change { $0.advance(to: .now) }
        }
        timer = (deadline, scheduled)
    }
}
