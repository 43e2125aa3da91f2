// WebEndpoint: a few small pages over HTTP/1.1 on one port, for a reverse proxy that stands before it.
// One request a connection, bounded in bytes and time; each answer comes from one closure, and its headers let a
// browser run nothing, store nothing and tell nobody. Nothing of a request comes back in pages of its own.
// It knows no TLS, no files, no routes and no sessions.
// Used by `crier`, for the one-click unsubscription of mails (RFC 8058).
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Listens, and answers until cancelled.
package struct WebEndpoint: Sendable {
    private let options: WebEndpointOptions
    private let answer: @Sendable (WebRequest) async -> WebAnswer

    /// - Parameter answer: called for GET, POST, and HEAD as if it were GET.
    package init(options: WebEndpointOptions, answer: @escaping @Sendable (WebRequest) async -> WebAnswer) {
        self.options = options
        self.answer = answer
    }

    /// Runs until cancelled; throws `WebEndpointError` when the port cannot be had.
    ///
    /// - Parameter whenListening: is told the port, which matters where 0 was asked for.
    package func run(whenListening: (Int) -> Void = { _ in }) async throws {
        // Each connection asks once, so their number bounds what waits.
        let (questions, inlet) = AsyncStream.makeStream(of: Question.self)
        let connections = OpenConnections(limit: options.connections)
        let server = try await listen(connections, inlet)
        server.closeFuture.whenComplete { _ in inlet.finish() }
        whenListening(server.localAddress?.port ?? options.port)
        await withDiscardingTaskGroup { group in
            for await question in questions {
                group.addTask {
                    let parts = await answer(question.request).parts(isHead: question.isHead)
                    question.connection.say(parts)
                }
            }
        }
        try? await server.close()
        connections.closeAll()
        try Task.checkCancellation()
        throw WebEndpointError.cannotListen(host: options.host, port: options.port, reason: "the socket was closed")
    }

    private func listen(
        _ connections: OpenConnections,
        _ inlet: AsyncStream<Question>.Continuation
    ) async throws -> any Channel {
        do {
            return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.backlog, value: 64)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                // Whoever ends its own half after the request still reads the answer.
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .childChannelInitializer { [options] channel in
                    channel.eventLoop.makeCompletedFuture {
                        try Self.prepare(channel, options, connections) { inlet.yield($0) }
                    }
                }
                .bind(host: options.host, port: options.port)
                .get()
        } catch {
            throw WebEndpointError.cannotListen(host: options.host, port: options.port, reason: "\(error)")
        }
    }

    private static func prepare(
        _ channel: any Channel,
        _ options: WebEndpointOptions,
        _ connections: OpenConnections,
        ask: @escaping @Sendable (Question) -> Void
    ) throws {
        guard connections.take(channel) else {
            channel.close(promise: nil)
            return
        }
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = options.headerBytes
        limits.maxHeaderListSize = options.headerBytes
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(ByteGate(limit: options.connectionBytes))
        try pipeline.addHandler(HTTPResponseEncoder())
        try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: limits)))
        try pipeline.addHandler(RequestCollector(options: options, ask: ask))
    }
}
