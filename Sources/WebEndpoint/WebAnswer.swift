internal import NIOCore
internal import NIOHTTP1

/// The answer to a request.
package struct WebAnswer: Hashable, Sendable {
    package var status: Int
    package var contentType: String
    package var bytes: [UInt8]

    package init(status: Int, contentType: String, bytes: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.bytes = bytes
    }

    package init(status: Int, contentType: String, body: String) {
        self.init(status: status, contentType: contentType, bytes: Array(body.utf8))
    }

    /// The bytes as text.
    package var body: String { String(decoding: bytes, as: UTF8.self) }

    /// A page with the status and its standard phrase; it repeats nothing of the request.
    package static func refusal(_ status: Int) -> WebAnswer {
        let words = HTTPResponseStatus(statusCode: status).reasonPhrase
        return WebAnswer(status: status, contentType: "text/plain; charset=utf-8", body: "\(status) \(words)\n")
    }
}

extension WebAnswer {
    /// A page may only use its own styles and submit forms to this server.
    private static let policy = """
        default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'
        """

    func parts(isHead: Bool) -> [HTTPServerResponsePart] {
        var headers: HTTPHeaders = [
            "Content-Type": contentType,
            "Content-Length": "\(bytes.count)",
            "Content-Security-Policy": Self.policy,
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "X-Robots-Tag": "noindex, nofollow",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
            "Connection": "close",
        ]
        if status == 405 { headers.add(name: "Allow", value: "GET, HEAD, POST") }
        let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: headers)
        let content: [HTTPServerResponsePart] = isHead ? [] : [.body(.byteBuffer(ByteBuffer(bytes: bytes)))]
        return [.head(head)] + content + [.end(nil)]
    }
}
