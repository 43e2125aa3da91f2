package import CurlClient

/// One call of the client-server API, independent of the server.
package struct MatrixRequest: Sendable {
    package enum Body: Hashable, Sendable {
        case none
        case json(JSONValue)
        case file([UInt8], type: String)
    }

    package var method: HTTPRequest.Method
    /// Percent-encoded; begins with `/_matrix` or `/.well-known`.
    package var path: String
    package var query: [(name: String, value: String)]
    package var body: Body
    /// Seconds until the request times out.
    package var deadline: Double
    /// The most bytes of the answer that are read.
    package var answerLimit: Int

    init(
        _ method: HTTPRequest.Method,
        _ path: [String],
        under root: String = "/_matrix/client/v3",
        query: [(name: String, value: String)] = [],
        body: Body = .none,
        deadline: Double = 30,
        answerLimit: Int = 4 << 20
    ) {
        self.method = method
        self.path = ([root] + path.map(Self.encoded)).joined(separator: "/")
        self.query = query
        self.body = body
        self.deadline = deadline
        self.answerLimit = answerLimit
    }

    /// Path and query.
    var target: String {
        guard !query.isEmpty else { return path }
        return path + "?" + query.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }.joined(separator: "&")
    }

    /// Encodes everything but the unreserved characters (RFC 3986, 2.3), also the slashes in ids.
    static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
