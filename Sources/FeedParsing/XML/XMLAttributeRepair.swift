/// Copies the attributes of one start tag in a form every XML parser accepts.
struct XMLAttributeRepair {
    private let input: UnsafeBufferPointer<UInt8>
    private(set) var position: Int
    private var names: [Range<Int>] = []
    private static let nameLimit = 64

    init(_ input: UnsafeBufferPointer<UInt8>, at position: Int) {
        self.input = input
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
            // A tag that lost its end: the next one begins.
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
        guard names.count < Self.nameLimit, !names.contains(where: { isSame($0, name) }) else { return true }
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
            var end = start
            while end < input.count, input[end] != quote { end += 1 }
            guard end < input.count else { return nil }
            position = end + 1
            return start..<end
        }
        let start = position
        while position < input.count, !input[position].isHTMLSpace, input[position] != UInt8(ascii: ">") {
            position += 1
        }
        return start..<position
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
        input[one].elementsEqual(input[other])
    }
}
