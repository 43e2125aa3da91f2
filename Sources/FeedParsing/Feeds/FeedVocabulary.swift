internal import Glibc

/// Finds the meaning of an element name, once per distinct name of a document.
///
/// libxml2 returns equal pointers for equal names. Therefore a small cache with pointers as keys is enough.
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
    /// A document usually has a few namespaces; those over the limit are looked up each time.
    private static let spaceLimit = 32
    private var spaces: [Space] = []
    private var slots = [Slot](repeating: Slot(), count: size)
    /// The vocabulary of the root element; it is used for elements without a known namespace.
    var rootNamespace = FeedNamespace.plain

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

    /// A long address is cut, because no known one is as long.
    private static func text(_ address: UnsafePointer<UInt8>) -> String {
        let length = strnlen(UnsafeRawPointer(address).assumingMemoryBound(to: CChar.self), ParseLimits.namespaceLength)
        return String(decoding: UnsafeBufferPointer(start: address, count: length), as: UTF8.self)
    }

    private mutating func lookUp(_ name: XMLName) -> FeedElement {
        let prefix = name.prefix
        var namespace = space(name)
        let local = String(cString: name.local)
        if prefix == nil, namespace == .foreign || namespace == .plain { namespace = rootNamespace }
        // Some RSS documents declare Atom as their default namespace but use RSS elements.
        if prefix == nil, namespace == .atom, rootNamespace == .plain {
            let plain = FeedElement.named(.plain, local)
            if plain != .unknown { return plain }
        }
        return FeedElement.named(namespace, local)
    }

    /// Clears all pointers, because the next parse has other ones.
    mutating func reset() {
        slots = [Slot](repeating: Slot(), count: Self.size)
        spaces = []
        rootNamespace = .plain
    }
}
