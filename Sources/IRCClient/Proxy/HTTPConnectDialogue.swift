internal import Foundation

/// The client's side of HTTP `CONNECT` (RFC 9110, 9.3.6), with Basic credentials (RFC 7617).
struct HTTPConnectDialogue: Sendable {
    /// A longer answer is not accepted as HTTP.
    private static let maximumHeadBytes = 16_384
    private static let endOfHead: [UInt8] = [.carriageReturn, .lineFeed, .carriageReturn, .lineFeed]

    private let proxy: IRCProxy
    private let server: IRCServer
    private var received: [UInt8] = []

    init(_ proxy: IRCProxy, to server: IRCServer) {
        self.proxy = proxy
        self.server = server
    }

    var request: [UInt8] {
        let host = server.host.filter { $0.isASCII && $0 > " " }
        let authority = host.contains(":") ? "[\(host)]:\(server.port)" : "\(host):\(server.port)"
        var head = "CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n"
        if let user = proxy.user {
            let credentials = Data("\(user):\(proxy.password)".utf8).base64EncodedString()
            head += "Proxy-Authorization: Basic \(credentials)\r\n"
        }
        return Array((head + "\r\n").utf8)
    }

    mutating func receive(_ bytes: some Sequence<UInt8>) -> ProxyHandshake.Step {
        // The end of the head may be split between two reads.
        let start = max(0, received.count - Self.endOfHead.count + 1)
        received += bytes
        guard let end = received[start...].firstRange(of: Self.endOfHead) else {
            return received.count > Self.maximumHeadBytes ? .failed(Self.noHTTP) : .wait
        }
        let line = String(decoding: received.prefix { $0 != .carriageReturn }, as: UTF8.self)
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else {
            return .failed(Self.noHTTP)
        }
        switch status {
        case 200..<300: return .done(Array(received[end.upperBound...]))
        case 407:
            let reason = proxy.user == nil ? "it asks for user and password" : "it refuses our user and password"
            return .failed(.proxyFailed(reason: reason, isPermanent: true))
        case 403, 405: return .failed(.proxyFailed(reason: "its rules forbid this server", isPermanent: true))
        default: return .failed(.proxyFailed(reason: "it answered \(status)", isPermanent: false))
        }
    }

    private static let noHTTP = IRCClientError.proxyFailed(reason: "it does not speak HTTP", isPermanent: true)
}
