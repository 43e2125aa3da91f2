// WebEndpoint serves a few small pages over HTTP/1.1 on one port, behind a reverse proxy.
// Each connection may send one request, limited in bytes and time. One closure gives every answer.
// The headers of an answer forbid the browser to run scripts, to cache, and to send a referrer.
// Error pages repeat nothing of the request.
// It knows no TLS, no files, no routes and no sessions.
// Used by `crier`, for the one-click unsubscription of mails (RFC 8058) and the pictures of the demo.

internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Listens on a port and answers requests until cancelled.
package struct WebEndpoint: Sendable {
    /// One thread for all pages, as requests are few; each thread costs 0.2 MB.
    private static let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    private let options: WebEndpointOptions
    private let answer: @Sendable (WebRequest) async -> WebAnswer

    /// - Parameter answer: called for GET and POST. HEAD is passed to it as GET.
    package init(options: WebEndpointOptions, answer: @escaping @Sendable (WebRequest) async -> WebAnswer) {
        self.options = options
        self.answer = answer
    }

    /// Runs until cancelled; throws `WebEndpointError` when it cannot listen on the port.
    ///
    /// - Parameter whenListening: called with the port, which is useful when port 0 was requested.
    package func run(whenListening: (Int) -> Void = { _ in }) async throws {
        // Each connection sends one request, so the connection limit also limits this queue.
        let (questions, inlet) = AsyncStream.makeStream(of: OpenRequest.self)
        let connections = OpenConnections(limit: options.connections)
        let server = try await listen(connections, inlet)
        server.closeFuture.whenComplete { _ in inlet.finish() }
        whenListening(server.localAddress?.port ?? options.port)
        await withDiscardingTaskGroup { group in
            for await question in questions {
                group.addTask {
                    let parts = await answer(question.request).parts(isHead: question.isHead)
                    question.connection.send(parts)
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
        _ inlet: AsyncStream<OpenRequest>.Continuation
    ) async throws -> any Channel {
        do {
            return try await ServerBootstrap(group: Self.loops)
                .serverChannelOption(.backlog, value: 64)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                // A client that closes its sending side after the request still receives the answer.
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
        ask: @escaping @Sendable (OpenRequest) -> Void
    ) throws {
        guard connections.take(channel) else {
            channel.close(promise: nil)
            return
        }
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = options.headerBytes
        limits.maxHeaderListSize = options.headerBytes
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(ByteLimitHandler(limit: options.connectionBytes))
        try pipeline.addHandler(HTTPResponseEncoder())
        try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: limits)))
        try pipeline.addHandler(RequestCollector(options: options, ask: ask))
    }
}

/// An error that ends the whole endpoint.
///
/// An error of one connection ends only that connection.
package enum WebEndpointError: Error, Hashable, Sendable {
    case cannotListen(host: String, port: Int, reason: String)
}

extension WebEndpointError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .cannotListen(let host, let port, let reason): "cannot listen on \(host) port \(port): \(reason)"
        }
    }
}

/// The address and the limits of an endpoint.
package struct WebEndpointOptions: Sendable {
    package var host: String
    /// 0 means any free port.
    package var port: Int
    package var headerBytes = 8 << 10
    package var pathBytes = 2 << 10
    package var bodyBytes = 4 << 10
    /// All bytes that a connection may send before it is closed.
    package var connectionBytes = 64 << 10
    package var connections = 64
    /// Seconds from connecting until the request must be complete.
    package var requestDeadline = 10.0
    /// Seconds from the complete request until the connection is closed.
    package var answerDeadline = 30.0

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
