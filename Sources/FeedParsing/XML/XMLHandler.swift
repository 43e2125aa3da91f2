/// What reads the events of one XML document.
///
/// A class to inherit from and no protocol: a call through a protocol counts references, thousands of times a document.
class XMLHandler {
    /// Returns false to end the parse.
    func elementStarted(_ name: XMLName, _ attributes: XMLAttributes) -> Bool { false }
    func elementEnded() {}
    func textArrived(_ text: UnsafeBufferPointer<UInt8>) {}
    /// Forget everything: the document begins again, repaired.
    func reset() {}
}

/// An element's name: pointers that stay valid, and equal for equal names, while the document is parsed.
struct XMLName {
    let local: UnsafePointer<UInt8>
    let prefix: UnsafePointer<UInt8>?
    let namespace: UnsafePointer<UInt8>?
}

/// The attributes of one start tag, borrowed from the parser for the time of the call.
struct XMLAttributes {
    /// Five pointers for each: local name, prefix, namespace, value, end of value.
    let fields: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    let count: Int

    func isNamed(_ index: Int, _ name: StaticString) -> Bool {
        guard let local = fields?[index * 5] else { return false }
        return name.withUTF8Buffer { wanted in
            for position in 0..<wanted.count where local[position] | 0x20 != wanted[position] | 0x20 {
                return false
            }
            return local[wanted.count] == 0
        }
    }

    func prefix(_ index: Int) -> UnsafePointer<UInt8>? { fields?[index * 5 + 1] }

    func localName(_ index: Int) -> String {
        guard let name = fields?[index * 5] else { return "" }
        return String(cString: name)
    }

    func qualifiedName(_ index: Int) -> String {
        guard let prefix = prefix(index) else { return localName(index) }
        return String(cString: prefix) + ":" + localName(index)
    }

    func bytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        guard let start = fields?[index * 5 + 3], let end = fields?[index * 5 + 4] else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return UnsafeBufferPointer(start: start, count: end - start)
    }

    func value(at index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

    /// The value of the attribute without a prefix that has this name in any letter case; white space trimmed.
    func value(_ name: StaticString) -> String? {
        for index in 0..<count where prefix(index) == nil && isNamed(index, name) {
            return String(decoding: bytes(index).trimmed(), as: UTF8.self)
        }
        return nil
    }

    /// The value of an attribute with any prefix, such as `rdf:about`.
    func prefixedValue(_ name: StaticString) -> String? {
        for index in 0..<count where prefix(index) != nil && isNamed(index, name) {
            return String(decoding: bytes(index).trimmed(), as: UTF8.self)
        }
        return nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Without white space at either end.
    func trimmed() -> UnsafeBufferPointer<UInt8> {
        var start = 0
        var end = count
        while start < end, self[start] <= 0x20 { start += 1 }
        while end > start, self[end - 1] <= 0x20 { end -= 1 }
        return UnsafeBufferPointer(rebasing: self[start..<end])
    }
}
