/// Writes JSON on one line, member by member.
struct JSONText {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    mutating func object(_ members: (inout JSONText) -> Void) {
        open("{")
        members(&self)
        close("}")
    }

    mutating func array<Element>(_ elements: [Element], _ write: (inout JSONText, Element) -> Void) {
        open("[")
        for element in elements { write(&self, element) }
        close("]")
    }

    mutating func key(_ name: String) {
        value(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func member(_ name: String, _ text: String?) {
        guard let text else { return }
        key(name)
        value(text)
    }

    mutating func member(_ name: String, _ number: Int?) {
        guard let number else { return }
        key(name)
        raw(String(number))
    }

    mutating func member(_ name: String, _ flag: Bool) {
        key(name)
        raw(flag ? "true" : "false")
    }

    /// An array of strings; an empty one is omitted.
    mutating func member(_ name: String, _ texts: [String]) {
        guard !texts.isEmpty else { return }
        key(name)
        array(texts) { $0.value($1) }
    }

    mutating func value(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += "\\\"".utf8
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case 0x0a: bytes += "\\n".utf8
            case 0x0d: bytes += "\\r".utf8
            case 0x09: bytes += "\\t".utf8
            case 0..<0x20:
                bytes += "\\u00".utf8
                bytes += (byte < 0x10 ? "0" : "1").utf8
                bytes += String(byte & 0x0f, radix: 16).utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func null() { raw("null") }

    private mutating func raw(_ text: String) {
        separate()
        bytes += text.utf8
    }

    private mutating func open(_ bracket: String) {
        separate()
        bytes += bracket.utf8
        needsComma = false
    }

    private mutating func close(_ bracket: String) {
        bytes += bracket.utf8
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
