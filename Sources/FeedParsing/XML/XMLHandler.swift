/// Receives the events of one XML document.
///
/// It is a base class and not a protocol, because calls through a protocol count references. That would be too slow.
class XMLHandler {
    /// Returns false to end the parse.
    func elementStarted(_ name: XMLName, _ attributes: XMLAttributes) -> Bool { false }
    func elementEnded() {}
    func textArrived(_ text: UnsafeBufferPointer<UInt8>) {}
    /// Clears all state, because the repaired document is parsed from the start.
    func reset() {}
}

/// An element's name; the pointers stay valid while the document is parsed, and equal names have equal pointers.
struct XMLName {
    let local: UnsafePointer<UInt8>
    let prefix: UnsafePointer<UInt8>?
    let namespace: UnsafePointer<UInt8>?
}

/// The attributes of one start tag; they are valid only during the call.
struct XMLAttributes {
    /// Five pointers per attribute: local name, prefix, namespace, value, end of value.
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

    /// The trimmed value of the attribute that has this name, in any letter case, and no prefix.
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
    /// The bytes without white space at either end.
    func trimmed() -> UnsafeBufferPointer<UInt8> {
        var start = 0
        var end = count
        while start < end, self[start] <= 0x20 { start += 1 }
        while end > start, self[end - 1] <= 0x20 { end -= 1 }
        return UnsafeBufferPointer(rebasing: self[start..<end])
    }
}
