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
