/// A block of addresses in CIDR notation, such as `10.0.0.0/8`.
package struct AddressRange: Hashable, Sendable {
    let first: IPAddress
    let length: Int

    /// Reads `address/length`, or a single address.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let head = parts.first, let address = IPAddress(String(head)) else { return nil }
        let widest = address.isV4 ? 32 : 128
        var length = widest
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let given = Int(parts[1]), given <= widest
            else { return nil }
            length = given
        }
        first = address
        self.length = length + 128 - widest
    }

    func contains(_ address: IPAddress) -> Bool {
        // `::/0` is about IPv6; IPv4 lives inside it only by our notation.
        first.isV4 == address.isV4 && (first.bits ^ address.bits) >> (128 - length) == 0
    }
}
