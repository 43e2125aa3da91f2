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
