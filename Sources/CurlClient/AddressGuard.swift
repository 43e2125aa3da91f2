/// Decides which addresses an untrusted URL may reach.
///
/// Only the public internet and the operator's exceptions are permitted.
/// The tables are the IANA special-purpose registries (RFC 6890, RFC 8190).
package struct AddressGuard: Sendable {
    /// The operator's exceptions, for the ports they name.
    let allowed: [AddressRange]

    /// The allowed ports of public addresses.
    let ports: Set<UInt16>

    package static let usualPorts: Set<UInt16> = [80, 443, 8080, 8443]

    package init(allowed: [AddressRange], ports: Set<UInt16> = usualPorts) {
        self.allowed = allowed
        self.ports = ports
    }

    /// Why the address and port must not be contacted; nil if they may be.
    package func refusal(of address: IPAddress, port: UInt16) -> String? {
        if allowed.contains(where: { $0.opens(port, of: address) }) {
            return nil
        }
        if let reason = Self.specialPurpose(of: address) {
            return reason
        }
        return refusal(ofPort: port)
    }

    /// Why this port is not allowed for public addresses; nil if it is.
    func refusal(ofPort port: UInt16) -> String? {
        ports.contains(port) ? nil : "port \(port) is not allowed"
    }

    /// The special purpose of a non-public address; nil for a public one.
    static func specialPurpose(of address: IPAddress) -> String? {
        if address.isV4 {
            return specialV4.first { $0.range.contains(address) }?.purpose
        }
        if let embedded = embeddedV4(in: address) {
            return specialPurpose(of: embedded).map { "\($0) behind IPv6" }
        }
        if let purpose = specialV6.first(where: { $0.range.contains(address) })?.purpose {
            return purpose
        }
        // RFC 4291 section 2.4: 2000::/3 is the only global unicast space in use.
        return address.bits >> 125 == 1 ? nil : "not a public address"
    }

    /// The IPv4 address that a translator or tunnel would contact.
    private static func embeddedV4(in address: IPAddress) -> IPAddress? {
        if nat64.contains(where: { $0.contains(address) }) {
            return IPAddress(v4: address.low32)
        }
        if sixToFour.contains(where: { $0.contains(address) }) {
            return IPAddress(v4: UInt32(truncatingIfNeeded: address.bits >> 80))
        }
        // RFC 4380 section 4: Teredo keeps the client's address inverted.
        if teredo.contains(where: { $0.contains(address) }) {
            return IPAddress(v4: ~address.low32)
        }
        return nil
    }

    private static let nat64 = ranges("64:ff9b::/96")
    private static let sixToFour = ranges("2002::/16")
    private static let teredo = ranges("2001::/32")

    private static let specialV4 = table([
        ("0.0.0.0/8", "this network"),
        ("10.0.0.0/8", "a private address"),
        ("100.64.0.0/10", "a carrier's shared address"),
        ("127.0.0.0/8", "a loopback address"),
        ("169.254.0.0/16", "a link-local address"),
        ("172.16.0.0/12", "a private address"),
        ("192.0.0.0/24", "a protocol assignment"),
        ("192.0.2.0/24", "a documentation address"),
        ("192.88.99.0/24", "a 6to4 relay"),
        ("192.168.0.0/16", "a private address"),
        ("198.18.0.0/15", "a benchmark address"),
        ("198.51.100.0/24", "a documentation address"),
        ("203.0.113.0/24", "a documentation address"),
        ("224.0.0.0/4", "a multicast address"),
        ("255.255.255.255/32", "the broadcast address"),
        ("240.0.0.0/4", "a reserved address"),
    ])

    private static let specialV6 = table([
        ("::/128", "the unspecified address"),
        ("::1/128", "a loopback address"),
        ("64:ff9b:1::/48", "a local translation address"),
        ("100::/64", "a discard address"),
        ("2001::/23", "a protocol assignment"),
        ("2001:db8::/32", "a documentation address"),
        ("3fff::/20", "a documentation address"),
        ("fc00::/7", "a private address"),
        ("fe80::/10", "a link-local address"),
        ("fec0::/10", "a site-local address"),
        ("ff00::/8", "a multicast address"),
    ])

    private static func table(_ rows: [(String, String)]) -> [(range: AddressRange, purpose: String)] {
        rows.compactMap { row in AddressRange(row.0).map { (range: $0, purpose: row.1) } }
    }

    private static func ranges(_ texts: String...) -> [AddressRange] {
        texts.compactMap { AddressRange($0) }
    }
}
