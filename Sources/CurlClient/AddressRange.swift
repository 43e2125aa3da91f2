/// A block of addresses in CIDR notation, such as `10.0.0.0/8`, optionally limited to some ports.
package struct AddressRange: Hashable, Sendable {
    let first: IPAddress
    let length: Int
    /// Nil means all ports.
    let ports: ClosedRange<UInt16>?

    /// Whether all ports are included, because none is named.
    package var hasEveryPort: Bool { ports == nil }

    /// Reads `address/length` or a single address, optionally followed by a port or a range of ports.
    ///
    /// Examples: `127.0.0.0/8:8080`, `10.1.2.3:8000-8100`, `[::1]/128:8080`. An IPv6 address without a length needs
    /// brackets before a port.
    package init?(_ text: String) {
        guard let parts = Self.parts(of: text), let address = IPAddress(String(parts.address)) else { return nil }
        let widest = address.isV4 ? 32 : 128
        var length = widest
        if let text = parts.length {
            guard let given = Self.number(text), given <= widest else { return nil }
            length = given
        }
        var ports: ClosedRange<UInt16>?
        if let text = parts.ports {
            guard let span = Self.span(text) else { return nil }
            ports = span
        }
        first = address
        self.length = length + 128 - widest
        self.ports = ports
    }

    func contains(_ address: IPAddress) -> Bool {
        // `::/0` means IPv6 only, although `bits` stores IPv4 as mapped IPv6.
        first.isV4 == address.isV4 && (first.bits ^ address.bits) >> (128 - length) == 0
    }

    func opens(_ port: UInt16, of address: IPAddress) -> Bool {
        contains(address) && ports?.contains(port) ?? true
    }

    private static func parts(of text: String) -> (address: Substring, length: Substring?, ports: Substring?)? {
        if let slash = text.firstIndex(of: "/") {
            let rest = text[text.index(after: slash)...].split(
                separator: ":",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            return (text[..<slash], rest[0], rest.count == 2 ? rest[1] : nil)
        }
        let colons = text.count { $0 == ":" }
        guard text.hasPrefix("[") ? text.contains("]:") : colons == 1, let colon = text.lastIndex(of: ":") else {
            return (text[...], nil, nil)
        }
        return (text[..<colon], nil, text[text.index(after: colon)...])
    }

    private static func span(_ text: Substring) -> ClosedRange<UInt16>? {
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(number)
        guard let first = ends.first.flatMap(\.self).flatMap(UInt16.init(exactly:)),
            let last = ends.last.flatMap(\.self).flatMap(UInt16.init(exactly:)), first > 0, first <= last
        else { return nil }
        return first...last
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(text) : nil
    }
}
