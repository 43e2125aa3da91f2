internal import Glibc

/// Finds the meaning of an element name, once per distinct name of a document.
///
/// libxml2 hands out the same pointers for the same names, so a small table keyed by pointers answers the rest.
struct FeedVocabulary {
    private struct Slot {
        var local: UnsafePointer<UInt8>?
        var prefix: UnsafePointer<UInt8>?
        var namespace: UnsafePointer<UInt8>?
        var element = FeedElement.unknown
    }

    private struct Space {
        var prefix: UnsafePointer<UInt8>?
        var address: UnsafePointer<UInt8>?
        var namespace: FeedNamespace
    }

    private static let size = 256
    /// A document has a handful; a strange one is looked up anew.
    private static let spaceLimit = 32
    private var spaces: [Space] = []
    private var slots = [Slot](repeating: Slot(), count: size)
    /// What an element means whose namespace nobody knows: the vocabulary of the root element.
    var ofTheRoot = FeedNamespace.plain

    mutating func element(_ name: XMLName) -> FeedElement {
        let hash =
            UInt(bitPattern: name.local) >> 1 ^ UInt(bitPattern: name.namespace) >> 3 ^ UInt(bitPattern: name.prefix)
        let index = Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 56) & (Self.size - 1)
        let slot = slots[index]
        if slot.local == name.local, slot.namespace == name.namespace, slot.prefix == name.prefix {
            return slot.element
        }
        let element = lookUp(name)
        slots[index] = Slot(local: name.local, prefix: name.prefix, namespace: name.namespace, element: element)
        return element
    }

    private mutating func space(_ name: XMLName) -> FeedNamespace {
        for space in spaces where space.address == name.namespace && space.prefix == name.prefix {
            return space.namespace
        }
        let namespace = FeedNamespace.named(
            address: name.namespace.map(Self.text),
            prefix: name.prefix.map { String(cString: $0) }
        )
        if spaces.count < Self.spaceLimit {
            spaces.append(Space(prefix: name.prefix, address: name.namespace, namespace: namespace))
        }
        return namespace
    }

    /// The beginning of a long address means nothing either.
    private static func text(_ address: UnsafePointer<UInt8>) -> String {
        let length = strnlen(UnsafeRawPointer(address).assumingMemoryBound(to: CChar.self), ParseLimits.namespaceLength)
        return String(decoding: UnsafeBufferPointer(start: address, count: length), as: UTF8.self)
    }

    private mutating func lookUp(_ name: XMLName) -> FeedElement {
        let prefix = name.prefix
        var namespace = space(name)
        let local = String(cString: name.local)
        if prefix == nil, namespace == .foreign || namespace == .plain { namespace = ofTheRoot }
        // RSS documents that declare Atom as their default namespace mean RSS all the same.
        if prefix == nil, namespace == .atom, ofTheRoot == .plain {
            let plain = FeedElement.named(.plain, local)
            if plain != .unknown { return plain }
        }
        return FeedElement.named(namespace, local)
    }

    /// Forgets every pointer, because another parse brings others.
    mutating func reset() {
        slots = [Slot](repeating: Slot(), count: Self.size)
        spaces = []
        ofTheRoot = .plain
    }
}
