/// The client's side of SOCKS 5 (RFC 1928), with user and password (RFC 1929).
struct SOCKSDialogue: Sendable {
    private enum State: Sendable { case greeted, loggingIn, asked }

    private static let noLogin: UInt8 = 0
    private static let passwordLogin: UInt8 = 2

    private let proxy: IRCProxy
    private let server: IRCServer
    private var state = State.greeted
    private var received: [UInt8] = []

    init(_ proxy: IRCProxy, to server: IRCServer) {
        self.proxy = proxy
        self.server = server
    }

    var greeting: [UInt8] {
        let methods = proxy.user == nil ? [Self.noLogin] : [Self.noLogin, Self.passwordLogin]
        return [5, UInt8(methods.count)] + methods
    }

    mutating func receive(_ bytes: some Sequence<UInt8>) -> ProxyHandshake.Step {
        received += bytes
        switch state {
        case .greeted: return takeMethod()
        case .loggingIn: return takeLoginAnswer()
        case .asked: return takeReply()
        }
    }

    private mutating func takeMethod() -> ProxyHandshake.Step {
        guard received.count >= 2 else { return .wait }
        let (version, method) = (received[0], received[1])
        received.removeFirst(2)
        guard version == 5 else { return .failed(.proxyFailed(reason: "it does not speak SOCKS 5", isPermanent: true)) }
        if method == Self.noLogin { return ask() }
        guard method == Self.passwordLogin, let user = proxy.user else {
            let reason = proxy.user == nil ? "it asks for user and password" : "it takes no user and password"
            return .failed(.proxyFailed(reason: reason, isPermanent: true))
        }
        state = .loggingIn
        return .send(Self.field(user, after: [1]) + Self.field(proxy.password))
    }

    private static func field(_ text: String, after head: [UInt8] = []) -> [UInt8] {
        head + [UInt8(clamping: text.utf8.count)] + text.utf8
    }

    private mutating func takeLoginAnswer() -> ProxyHandshake.Step {
        guard received.count >= 2 else { return .wait }
        let status = received[1]
        received.removeFirst(2)
        guard status == 0 else {
            return .failed(.proxyFailed(reason: "it refuses our user and password", isPermanent: true))
        }
        return ask()
    }

    private mutating func ask() -> ProxyHandshake.Step {
        let name = Array(server.host.utf8)
        guard (1...255).contains(name.count) else {
            return .failed(.proxyFailed(reason: "the server's name is too long for it", isPermanent: true))
        }
        state = .asked
        // The proxy resolves the name. An address may be sent as a name too.
        let port = UInt16(clamping: server.port)
        return .send([5, 1, 0, 3, UInt8(name.count)] + name + [UInt8(port >> 8), UInt8(port & 0xFF)])
    }

    private mutating func takeReply() -> ProxyHandshake.Step {
        guard received.count >= 5 else { return .wait }
        guard received[0] == 5 else {
            return .failed(.proxyFailed(reason: "it does not speak SOCKS 5", isPermanent: true))
        }
        guard received[1] == 0 else { return .failed(Self.failure(received[1])) }
        let addressBytes: Int
        switch received[3] {
        case 1: addressBytes = 4
        case 3: addressBytes = 1 + Int(received[4])
        case 4: addressBytes = 16
        default: return .failed(.proxyFailed(reason: "its answer makes no sense", isPermanent: false))
        }
        let length = 4 + addressBytes + 2
        guard received.count >= length else { return .wait }
        return .done(Array(received[length...]))
    }

    private static func failure(_ code: UInt8) -> IRCClientError {
        switch code {
        case 2: .proxyFailed(reason: "its rules forbid this server", isPermanent: true)
        case 3: .proxyFailed(reason: "it cannot reach the server's network", isPermanent: false)
        case 4: .proxyFailed(reason: "it cannot find or reach the server", isPermanent: false)
        case 5: .proxyFailed(reason: "the server refused its connection", isPermanent: false)
        case 6: .proxyFailed(reason: "it gave up reaching the server", isPermanent: false)
        case 7, 8: .proxyFailed(reason: "it cannot connect to such servers", isPermanent: true)
        default: .proxyFailed(reason: "it failed (SOCKS code \(code))", isPermanent: false)
        }
    }
}
