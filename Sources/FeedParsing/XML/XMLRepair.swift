internal import Glibc

/// Makes a document well-formed, in one linear pass.
///
/// It repairs bare `&` and `<`, HTML's entities, control characters, unquoted and repeated attributes, tags that are
/// closed in the wrong order or never, documents cut short, and text around the root.
struct XMLRepair {
    struct Result {
        var bytes: [UInt8]
        var isTruncated: Bool
    }

    /// Deeper elements are removed and their text is kept; the limit of libxml2 is 256.
    private static let depthLimit = 200
    /// How many open elements are searched for the one that an end tag closes.
    private static let searchLimit = 32

    private let input: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var output: [UInt8] = []
    /// Open elements, as ranges of the input.
    private var open: [Range<Int>] = []
    private var droppedDepth = 0
    private var isTruncated = false
    private var rootSeen = false
    private var quoteBudget: Int
    /// How many namespaces each of the open elements declares; `namespaces` is their sum.
    private var declared: [Int] = []
    private var namespaces = 0

    static func wellFormed(_ input: UnsafeBufferPointer<UInt8>) -> Result {
        var repair = XMLRepair(input)
        repair.run()
        return Result(bytes: repair.output, isTruncated: repair.isTruncated)
    }

    private init(_ input: UnsafeBufferPointer<UInt8>) {
        self.input = input
        quoteBudget = input.count * 4 + 65_536
        output.reserveCapacity(input.count + 256)
    }

    private mutating func run() {
        let cancellation = ParseCancellation.current
        while position < input.count, !(rootSeen && open.isEmpty), cancellation?.isCancelled != true {
            switch input[position] {
            case UInt8(ascii: "<"): readMarkup()
            case UInt8(ascii: "&"): position = XMLText.copyReference(input, at: position, to: &output)
            default: readText()
            }
        }
        isTruncated = isTruncated || !open.isEmpty
        while closeLast() {}
    }

    private mutating func readText() {
        let start = position
        while position < input.count, input[position] != UInt8(ascii: "<"), input[position] != UInt8(ascii: "&") {
            position += 1
        }
        guard !open.isEmpty else { return }
        XMLText.copyText(input[start..<position], isMarkup: true, to: &output)
    }

    private mutating func readMarkup() {
        if begins("<!--") {
            skip(past: "-->")
        } else if begins("<![CDATA[") {
            readCDATA()
        } else if begins("<!") {
            skipDeclaration()
        } else if begins("<?") {
            skip(past: ">")
        } else if begins("</"), isNameStart(position + 2) {
            readEndTag()
        } else if isNameStart(position + 1) {
            readStartTag()
        } else {
            position += 1
            if !open.isEmpty { output += "&lt;".utf8 }
        }
    }

    private mutating func readCDATA() {
        let start = position + 9
        let end = find("]]>", from: start)
        if end == nil { isTruncated = true }
        position = (end ?? input.count) + (end == nil ? 0 : 3)
        guard !open.isEmpty else { return }
        output += "<![CDATA[".utf8
        // The document may end inside the end mark.
        XMLText.copyText(input[start..<(end ?? max(start, input.count))], to: &output)
        while end == nil, output.last == UInt8(ascii: "]") { output.removeLast() }
        output += "]]>".utf8
    }

    /// `<!DOCTYPE …>` with or without an internal subset.
    private mutating func skipDeclaration() {
        var inBrackets = false
        while position < input.count {
            let byte = input[position]
            position += 1
            if byte == UInt8(ascii: "[") { inBrackets = true }
            if byte == UInt8(ascii: "]") { inBrackets = false }
            if byte == UInt8(ascii: ">"), !inBrackets { return }
        }
    }

    private mutating func readEndTag() {
        let start = position + 2
        let end = nameEnd(from: start)
        position = end
        skip(past: ">")
        if droppedDepth > 0 {
            droppedDepth -= 1
            return
        }
        let last = max(0, open.count - Self.searchLimit)
        var index = open.count - 1
        while index >= last, !sameName(open[index], start..<end) { index -= 1 }
        guard index >= last else { return }
        while open.count > index { _ = closeLast() }
    }

    private mutating func readStartTag() {
        let start = position + 1
        let name = start..<nameEnd(from: start)
        let mark = output.count
        output.append(UInt8(ascii: "<"))
        output += input[name]
        var reader = XMLAttributeRepair(
            input,
            at: name.upperBound,
            budget: quoteBudget,
            namespaces: ParseLimits.namespaces - namespaces
        )
        let isEmpty = reader.copyAttributes(to: &output)
        position = reader.position
        quoteBudget = reader.budget
        guard let isEmpty else {
            // The document ends inside this tag.
            output.removeSubrange(mark...)
            isTruncated = true
            return
        }
        if !rootSeen || !open.isEmpty, open.count < Self.depthLimit {
            rootSeen = true
            output += isEmpty ? [UInt8(ascii: "/"), UInt8(ascii: ">")] : [UInt8(ascii: ">")]
            if !isEmpty {
                open.append(name)
                declared.append(reader.declaredNamespaces)
                namespaces += reader.declaredNamespaces
            }
        } else {
            output.removeSubrange(mark...)
            if !isEmpty { droppedDepth += 1 }
        }
    }

    /// False when no element is open.
    private mutating func closeLast() -> Bool {
        guard let name = open.popLast(), let count = declared.popLast() else { return false }
        namespaces -= count
        writeEndTag(name)
        return true
    }

    private mutating func writeEndTag(_ name: Range<Int>) {
        output += "</".utf8
        output += input[name]
        output.append(UInt8(ascii: ">"))
    }

    // MARK: - Looking

    private func begins(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { wanted in
            guard position + wanted.count <= input.count else { return false }
            for offset in 0..<wanted.count where input[position + offset] != wanted[offset] { return false }
            return true
        }
    }

    private func find(_ text: StaticString, from start: Int) -> Int? {
        text.withUTF8Buffer { input.firstRange(of: $0, from: start) }
    }

    private mutating func skip(past text: StaticString) {
        guard let found = find(text, from: position) else {
            position = input.count
            isTruncated = true
            return
        }
        position = found + text.utf8CodeUnitCount
    }

    private func isNameStart(_ index: Int) -> Bool {
        guard index < input.count else { return false }
        return input[index].isASCIILetter || input[index] >= 0x80 || input[index] == UInt8(ascii: "_")
    }

    private func nameEnd(from start: Int) -> Int {
        var end = start
        while end < input.count, input[end].isXMLNameByte { end += 1 }
        // A name cannot end in a colon.
        while end > start + 1, input[end - 1] == UInt8(ascii: ":") { end -= 1 }
        return end
    }

    private func sameName(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        guard one.count == other.count, let base = input.baseAddress else { return false }
        return UnsafeRawPointer(base).withMemoryRebound(to: CChar.self, capacity: input.count) {
            strncasecmp($0 + one.lowerBound, $0 + other.lowerBound, one.count) == 0
        }
    }
}
