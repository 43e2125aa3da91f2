internal import NIOCore
internal import NIOHTTP1

/// Collects the first request of a connection, within limits and a deadline, and passes it on or refuses it.
final class RequestCollector: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    private let options: WebEndpointOptions
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var isDone = false
    private var deadline: Scheduled<Void>?

    private let ask: @Sendable (OpenRequest) -> Void

    init(options: WebEndpointOptions, ask: @escaping @Sendable (OpenRequest) -> Void) {
        self.options = options
        self.ask = ask
    }

    func handlerAdded(context: ChannelHandlerContext) { cutOff(after: options.requestDeadline, context) }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDone else { return }
        switch unwrapInboundIn(data) {
        case .head(let received):
            head = received
            if let status = refusal(of: received) { refuse(status, context) }
        case .body(let bytes):
            guard body.count + bytes.readableBytes <= options.bodyBytes else { return refuse(413, context) }
            body += Array(bytes.readableBytesView)
        case .end:
            guard let head else { return refuse(400, context) }
            finish(context)
            let connection = OpenRequest.Connection(channel: context.channel)
            ask(OpenRequest(request: request(head), isHead: head.method == .HEAD, connection: connection))
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed, !isDone { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else {
            context.close(promise: nil)
            return
        }
        if !isDone { refuse(error == .headerOverflow ? 431 : 400, context) }
    }

    private func refusal(of head: HTTPRequestHead) -> Int? {
        if ![.GET, .HEAD, .POST].contains(head.method) { return 405 }
        if head.uri.utf8.count > options.pathBytes { return 414 }
        if !head.uri.hasPrefix("/") { return 400 }
        return nil
    }

    private func request(_ head: HTTPRequestHead) -> WebRequest {
        WebRequest(
            method: head.method == .POST ? .post : .get,
            path: String(head.uri.prefix { $0 != "?" && $0 != "#" }),
            body: body,
            acceptLanguage: head.headers.first(name: "Accept-Language") ?? ""
        )
    }

    private func refuse(_ status: Int, _ context: ChannelHandlerContext) {
        finish(context)
        OpenRequest.Connection(channel: context.channel).send(WebAnswer.refusal(status).parts(isHead: false))
    }

    private func finish(_ context: ChannelHandlerContext) {
        isDone = true
        cutOff(after: options.answerDeadline, context)
    }

    private func cutOff(after seconds: Double, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: .milliseconds(Int64(seconds * 1_000))) {
            channel.close(promise: nil)
        }
    }
}

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

/// One complete request.
package struct WebRequest: Hashable, Sendable {
    package enum Method: Hashable, Sendable {
        case get
        case post
    }

    package var method: Method
    /// As sent, still percent-encoded; without the query.
    package var path: String
    package var body: [UInt8]
    /// The value of the `Accept-Language` header.
    package var acceptLanguage: String

    package init(method: Method, path: String, body: [UInt8] = [], acceptLanguage: String = "") {
        self.method = method
        self.path = path
        self.body = body
        self.acceptLanguage = acceptLanguage
    }
}
