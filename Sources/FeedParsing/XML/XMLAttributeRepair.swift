internal import Glibc

/// Copies the attributes of one start tag as well-formed XML.
struct XMLAttributeRepair {
    private let input: UnsafeBufferPointer<UInt8>
    private(set) var position: Int
    /// Bytes that may still be searched for missing quotes, for the whole document.
    private(set) var budget: Int
    private var names: [Range<Int>] = []
    /// How many more namespaces may be declared.
    private let namespaces: Int
    private(set) var declaredNamespaces = 0
    private static let valueLimit = 16_384

    init(_ input: UnsafeBufferPointer<UInt8>, at position: Int, budget: Int, namespaces: Int) {
        self.input = input
        self.budget = budget
        self.namespaces = namespaces
        self.position = position
    }

    /// Returns whether the tag closes itself; nil when the document ends inside the tag.
    mutating func copyAttributes(to output: inout [UInt8]) -> Bool? {
        while position < input.count {
            let byte = input[position]
            if byte == UInt8(ascii: ">") {
                position += 1
                return false
            }
            if byte == UInt8(ascii: "/"), position + 1 < input.count, input[position + 1] == UInt8(ascii: ">") {
                position += 2
                return true
            }
            // The end of this tag is missing: the next tag begins.
            if byte == UInt8(ascii: "<") { return false }
            if byte.isASCIILetter || byte >= 0x80 || byte == UInt8(ascii: "_") {
                guard copyAttribute(to: &output) else { return nil }
            } else {
                position += 1
            }
        }
        return nil
    }

    private mutating func copyAttribute(to output: inout [UInt8]) -> Bool {
        let start = position
        while position < input.count, input[position].isXMLNameByte { position += 1 }
        var name = start..<position
        while name.count > 1, input[name.upperBound - 1] == UInt8(ascii: ":") { name = start..<(name.upperBound - 1) }
        skipSpace()
        var value = position..<position
        if position < input.count, input[position] == UInt8(ascii: "=") {
            position += 1
            skipSpace()
            guard let found = readValue() else { return false }
            value = found
        }
        guard names.count < ParseLimits.attributes, !names.contains(where: { isSame($0, name) }) else { return true }
        if input.begins("xmlns", at: name.lowerBound) {
            guard declaredNamespaces < namespaces else { return true }
            declaredNamespaces += 1
        }
        names.append(name)
        output.append(UInt8(ascii: " "))
        output += input[name]
        output += "=\"".utf8
        copyValue(value, to: &output)
        output.append(UInt8(ascii: "\""))
        return true
    }

    private mutating func readValue() -> Range<Int>? {
        guard position < input.count else { return nil }
        let quote = input[position]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let start = position + 1
            guard let first = input.nextIndex(of: quote, from: start) else { return nil }
            let end = closingQuote(quote, start, first)
            position = end + 1
            return start..<end
        }
        let start = position
        while position < input.count, !input[position].isHTMLSpace, input[position] != UInt8(ascii: ">") {
            position += 1
        }
        return start..<position
    }

    /// The index of the closing quote.
    ///
    /// Skips quotes that should have been escaped: `description="In "Hardcore History" …"` or
    /// `description="by <a href="https://example.org/">Ann</a>"`.
    private mutating func closingQuote(_ quote: UInt8, _ start: Int, _ first: Int) -> Int {
        var candidate = first
        var scanned = start
        var inTag = false
        while true {
            while scanned < candidate {
                if input[scanned] == UInt8(ascii: ">") { inTag = false }
                if input[scanned] == UInt8(ascii: "<"), input[scanned + 1].isASCIILetter { inTag = true }
                scanned += 1
            }
            if !inTag, endsValue(candidate) { return candidate }
            guard budget > 0, let next = input.nextIndex(of: quote, from: candidate + 1),
                next < first + Self.valueLimit
            else { return first }
            budget -= next - candidate
            candidate = next
        }
    }

    /// Whether a quote is followed by the end of the tag or by another attribute.
    private func endsValue(_ quote: Int) -> Bool {
        var index = quote + 1
        while index < input.count, input[index].isHTMLSpace { index += 1 }
        guard index < input.count else { return true }
        if input[index] == UInt8(ascii: ">") || input[index] == UInt8(ascii: "/") || input[index] == UInt8(ascii: "<") {
            return true
        }
        let start = index
        while index < input.count, index - start < 64, input[index].isXMLNameByte { index += 1 }
        guard index > start, index < input.count else { return false }
        while index < input.count, index - start < 72, input[index].isHTMLSpace { index += 1 }
        return index < input.count && input[index] == UInt8(ascii: "=")
    }

    private func copyValue(_ value: Range<Int>, to output: inout [UInt8]) {
        var index = value.lowerBound
        while index < value.upperBound {
            switch input[index] {
            case UInt8(ascii: "&"):
                index = XMLText.copyReference(
                    UnsafeBufferPointer(rebasing: input[..<value.upperBound]),
                    at: index,
                    to: &output
                )
                continue
            case UInt8(ascii: "<"): output += "&lt;".utf8
            case UInt8(ascii: "\""): output += "&quot;".utf8
            case let byte where byte < 0x20 && !byte.isHTMLSpace: break
            default: output.append(input[index])
            }
            index += 1
        }
    }

    private mutating func skipSpace() {
        while position < input.count, input[position].isHTMLSpace { position += 1 }
    }

    private func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        guard one.count == other.count, let base = input.baseAddress else { return false }
        return memcmp(base + one.lowerBound, base + other.lowerBound, one.count) == 0
    }
}
