import Testing

@testable import IRCClient

@Suite struct `Proxies` {
    private static let server = IRCServer(host: "irc.test", port: 6697, useTLS: true)
    private static let socks = IRCProxy(kind: .socks5, host: "p", port: 1_080)
    private static let socksUser = IRCProxy(kind: .socks5, host: "p", port: 1_080, user: "me", password: "pw")
    private static let http = IRCProxy(kind: .http, host: "p", port: 3_128)
    private static let httpUser = IRCProxy(kind: .http, host: "p", port: 3_128, user: "me", password: "pw")
    private static let request: [UInt8] = [5, 1, 0, 3, 8] + "irc.test".utf8 + [0x1A, 0x29]

    @Test func `an address of a proxy is taken apart`() {
        #expect(
            IRCProxy("socks5://me:p%40w@[::1]:9050")
                == IRCProxy(kind: .socks5, host: "::1", port: 9_050, user: "me", password: "p@w")
        )
        #expect(IRCProxy("SOCKS5H://proxy.test") == IRCProxy(kind: .socks5, host: "proxy.test", port: 1_080))
        #expect(IRCProxy("http://proxy.test/") == IRCProxy(kind: .http, host: "proxy.test", port: 3_128))
    }

    @Test(arguments: [
        "", "proxy.test:1080", "socks4://p:1", "https://p:1", "socks5://", "socks5://p:0", "socks5://p:70000",
        "http://p/path", "http://p?x", "http://a%3Ab:c@p", "socks5://\(String(repeating: "u", count: 256)):x@p",
    ])
    func `what is no proxy's address is none`(text: String) {
        #expect(IRCProxy(text) == nil)
    }

    @Test func `SOCKS 5 without a login`() {
        var talk = ProxyHandshake(Self.socks, to: Self.server)
        #expect(talk.opening == [5, 1, 0])
        #expect(talk.receive([5, 0]) == .send(Self.request))
        #expect(talk.receive([5, 0, 0, 1, 127, 0, 0, 1, 0]) == .wait)
        #expect(talk.receive([80] + "NOTICE".utf8) == .done(Array("NOTICE".utf8)))
    }

    @Test func `SOCKS 5 with user and password, byte by byte`() {
        var talk = ProxyHandshake(Self.socksUser, to: Self.server)
        #expect(talk.opening == [5, 2, 0, 2])
        #expect(talk.receive([5]) == .wait)
        #expect(talk.receive([2]) == .send([1, 2] + "me".utf8 + [2] + "pw".utf8))
        #expect(talk.receive([1]) == .wait)
        #expect(talk.receive([0]) == .send(Self.request))
        let reply: [UInt8] = [5, 0, 0, 3, 1, 0x61, 0, 1]
        for byte in reply.dropLast() { #expect(talk.receive([byte]) == .wait) }
        #expect(talk.receive([1]) == .done([]))
    }

    @Test(
        arguments: [
            ([4, 0], "does not speak SOCKS 5", true), ([5, 0xFF], "asks for user and password", true),
            ([5, 2], "asks for user and password", true), ([5, 0, 5, 2, 0, 1, 0], "rules forbid", true),
            ([5, 0, 5, 4, 0, 1, 0], "cannot find", false), ([5, 0, 5, 5, 0, 1, 0], "refused its connection", false),
            ([5, 0, 5, 0, 0, 9, 0], "makes no sense", false), ([5, 0, 5, 99, 0, 1, 0], "code 99", false),
        ] as [([UInt8], String, Bool)]
    )
    func `every refusal of SOCKS 5 is named`(answer: [UInt8], word: String, isPermanent: Bool) {
        var talk = ProxyHandshake(Self.socks, to: Self.server)
        var step = talk.receive(answer)
        if case .send = step { step = talk.receive([]) }
        guard case .failed(.proxyFailed(let reason, isPermanent)) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(reason.contains(word))
    }

    @Test func `a wrong password is refused for good`() {
        var talk = ProxyHandshake(Self.socksUser, to: Self.server)
        _ = talk.receive([5, 2])
        let refusal = IRCClientError.proxyFailed(reason: "it refuses our user and password", isPermanent: true)
        #expect(talk.receive([1, 1]) == .failed(refusal))
        var http = ProxyHandshake(Self.httpUser, to: Self.server)
        #expect(http.receive("HTTP/1.1 407 No\r\nX: y\r\n\r\n".utf8) == .failed(refusal))
    }

    @Test func `CONNECT names the server, and what follows the answer is the server's`() {
        var talk = ProxyHandshake(Self.httpUser, to: Self.server)
        let request = String(decoding: talk.opening, as: UTF8.self)
        #expect(
            request
                == "CONNECT irc.test:6697 HTTP/1.1\r\nHost: irc.test:6697\r\nProxy-Authorization: Basic bWU6cHc=\r\n\r\n"
        )
        let answer = Array("HTTP/1.0 200 Connection established\r\nVia: x\r\n\r\n:irc".utf8)
        for byte in answer.dropLast(5) { #expect(talk.receive([byte]) == .wait) }
        #expect(talk.receive(answer.suffix(5)) == .done(Array(":irc".utf8)))
        let six = ProxyHandshake(Self.http, to: IRCServer(host: "::1", port: 6_667, useTLS: false))
        #expect(String(decoding: six.opening, as: UTF8.self).hasPrefix("CONNECT [::1]:6667 HTTP/1.1\r\n"))
    }

    @Test(arguments: [
        ("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", "asks for user", true),
        ("HTTP/1.1 403 Forbidden\r\n\r\n", "rules forbid", true), ("HTTP/1.1 503 x\r\n\r\n", "answered 503", false),
        ("SSH-2.0-OpenSSH\r\n\r\n", "does not speak HTTP", true),
        (String(repeating: "x", count: 20_000), "does not speak HTTP", true),
    ])
    func `every refusal of CONNECT is named`(answer: String, word: String, isPermanent: Bool) {
        var talk = ProxyHandshake(Self.http, to: Self.server)
        guard case .failed(.proxyFailed(let reason, isPermanent)) = talk.receive(answer.utf8) else {
            Issue.record("not refused")
            return
        }
        #expect(reason.contains(word))
    }
}
