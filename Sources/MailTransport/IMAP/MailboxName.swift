/// Converts the mailbox name of a URL for libcurl.
enum MailboxName {
    /// The percent-encoded path for libcurl; nil if the path is not a valid mailbox name.
    ///
    /// Letters outside ASCII are encoded in modified UTF-7 (RFC 3501, 5.1.3). An ASCII name is not changed, because it
    /// may be encoded already.
    static func path(_ written: String) -> String? {
        guard let name = decoded(written.hasPrefix("/") ? String(written.dropFirst()) : written),
            !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f })
        else { return nil }
        let said = name.isEmpty ? "INBOX" : name.utf8.allSatisfy { $0 < 0x80 } ? name : modifiedUTF7(name)
        return "/" + said.utf8.map { isPlain($0) ? String(UnicodeScalar($0)) : encoded($0) }.joined()
    }

    static func modifiedUTF7(_ name: String) -> String {
        var result = ""
        var units: [UInt16] = []
        for scalar in name.unicodeScalars {
            if (0x20...0x7e).contains(scalar.value) {
                result += shifted(&units)
                result += scalar == "&" ? "&-" : String(scalar)
            } else {
                units.append(contentsOf: String(scalar).utf16)
            }
        }
        return result + shifted(&units)
    }

    private static func shifted(_ units: inout [UInt16]) -> String {
        guard !units.isEmpty else { return "" }
        defer { units = [] }
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,".unicodeScalars)
        var result = "&"
        var bits: UInt32 = 0
        var count = 0
        for byte in units.flatMap({ [UInt8($0 >> 8), UInt8($0 & 0xff)] }) {
            bits = (bits << 8 | UInt32(byte)) & 0xffff
            count += 8
            while count >= 6 {
                count -= 6
                result.unicodeScalars.append(alphabet[Int(bits >> UInt32(count) & 0x3f)])
            }
        }
        if count > 0 {
            result.unicodeScalars.append(alphabet[Int(bits << UInt32(6 - count) & 0x3f)])
        }
        return result + "-"
    }

    private static func decoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "-._~/".utf8.contains(byte)
        }
    }

    private static func encoded(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
}
