/// The handshake with a proxy, as a pure state machine.
struct ProxyHandshake: Sendable {
    enum Step: Sendable, Equatable {
        /// More of the proxy's answer is needed.
        case wait
        case send([UInt8])
        /// The proxy has connected us; these are the server's first bytes.
        case done([UInt8])
        case failed(IRCClientError)
    }

    private enum Dialogue: Sendable {
        case socks(SOCKSDialogue)
        case http(HTTPConnectDialogue)
    }

    private var dialogue: Dialogue

    init(_ proxy: IRCProxy, to server: IRCServer) {
        switch proxy.kind {
        case .socks5: dialogue = .socks(SOCKSDialogue(proxy, to: server))
        case .http: dialogue = .http(HTTPConnectDialogue(proxy, to: server))
        }
    }

    /// The first bytes to send to the proxy.
    var opening: [UInt8] {
        switch dialogue {
        case .socks(let dialogue): dialogue.greeting
        case .http(let dialogue): dialogue.request
        }
    }

    /// Reads bytes of the proxy, split in any way.
    ///
    /// Must not be called after `.done` or `.failed`.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> Step {
        switch dialogue {
        case .socks(var socks):
            let step = socks.receive(bytes)
            dialogue = .socks(socks)
            return step
        case .http(var http):
            let step = http.receive(bytes)
            dialogue = .http(http)
            return step
        }
    }
}
