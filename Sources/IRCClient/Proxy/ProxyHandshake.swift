/// What is said to a proxy before the server can be spoken to, as a value.
struct ProxyHandshake: Sendable {
    enum Step: Sendable, Equatable {
        /// More of the proxy's answer is needed.
        case wait
        case send([UInt8])
        /// The proxy has connected us; the bytes are the server's first.
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

    /// The first bytes to the proxy.
    var opening: [UInt8] {
        switch dialogue {
        case .socks(let dialogue): dialogue.greeting
        case .http(let dialogue): dialogue.request
        }
    }

    /// Takes bytes of the proxy, however they are cut; nothing more is to be given to it after `.done` or `.failed`.
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
