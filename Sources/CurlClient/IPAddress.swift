internal import Glibc

/// An IPv4 or IPv6 address.
///
/// IPv4 is stored as its mapped form `::ffff:a.b.c.d`, so both notations of an address are equal.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    let bits: UInt128

    init(bits: UInt128) {
        self.bits = bits
    }

    init(v4: UInt32) {
        bits = Self.mappedPrefix | UInt128(v4)
    }

    /// Reads dotted IPv4 or IPv6 text; brackets and a zone (`%eth0`) are ignored.
    package init?(_ text: String) {
        var text = Substring(text)
        if text.hasPrefix("["), text.hasSuffix("]") {
            text = text.dropFirst().dropLast()
        }
        if let zone = text.firstIndex(of: "%") {
            text = text[..<zone]
        }
        var v4 = in_addr()
        if inet_pton(AF_INET, String(text), &v4) == 1 {
            self.init(v4: UInt32(bigEndian: v4.s_addr))
            return
        }
        var v6 = in6_addr()
        guard inet_pton(AF_INET6, String(text), &v6) == 1 else { return nil }
        self.init(v6Bytes: withUnsafeBytes(of: v6) { Array($0) })
    }

    /// The address from 16 bytes in network order.
    init(v6Bytes: [UInt8]) {
        bits = v6Bytes.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
    }

    var isV4: Bool { bits >> 32 == Self.mappedPrefix >> 32 }

    /// The last 32 bits: the whole address for IPv4.
    var low32: UInt32 { UInt32(truncatingIfNeeded: bits) }

    /// The addresses that usually belong to one household or server: an IPv4 address, or the /64 of an IPv6 address.
    package var household: IPAddress { isV4 ? self : IPAddress(bits: (bits >> 64) << 64) }

    package var description: String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        if isV4 {
            var address = in_addr(s_addr: low32.bigEndian)
            inet_ntop(AF_INET, &address, &buffer, socklen_t(buffer.count))
        } else {
            var address = bits.bigEndian
            inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count))
        }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static let mappedPrefix: UInt128 = 0xffff << 32
}
