/// The answer to one `HTTPRequest`, with any status.
package struct HTTPResponse: Sendable {
    package let status: Int
    package let headers: HTTPHeaders

    /// The decompressed body.
    package let body: [UInt8]

    /// The URL of this response, after all redirects.
    package let finalURL: String

    /// The hops before `finalURL`, oldest first.
    package internal(set) var redirects: [HTTPRedirect]

    /// Whether the connection ended before the announced end of the body.
    ///
    /// Validators of such a response must not be stored, because the missing rest would never be fetched.
    package let isTruncated: Bool

    /// Whether the body exceeded the limit and was cut there.
    ///
    /// A repeated request would be cut at the same byte.
    package let isCutAtLimit: Bool

    /// For example `HTTP/1.1` or `HTTP/2`.
    package let protocolVersion: String
}

/// One followed redirect.
package struct HTTPRedirect: Hashable, Sendable {
    package let status: Int
    package let from: String
    package let to: String

    package init(status: Int, from: String, to: String) {
        self.status = status
        self.from = from
        self.to = to
    }
}

/// Header fields in their original order.
///
/// Names are compared without case.
package struct HTTPHeaders: Sendable {
    package let fields: [(name: String, value: String)]

    package init(_ fields: [(name: String, value: String)] = []) {
        self.fields = fields
    }

    /// The first field of that name.
    package subscript(name: String) -> String? {
        fields.first { equalsIgnoringCase($0.name, name) }?.value
    }

    /// All fields of that name.
    package func values(_ name: String) -> [String] {
        fields.filter { equalsIgnoringCase($0.name, name) }.map(\.value)
    }
}

/// Whether two texts are equal, ignoring the case of ASCII letters.
func equalsIgnoringCase(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
    left.utf8.count == right.utf8.count
        && zip(left.utf8, right.utf8).allSatisfy { lowercase($0) == lowercase($1) }
}

private func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
}
