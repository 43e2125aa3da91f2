/// What of a document is read at most, so that the work on it grows with its bytes alone.
enum ParseLimits {
    /// Attributes of one tag: libxml2 compares each of them with each other one.
    static let attributes = 64
    /// Namespaces in force at one place of a document: libxml2 walks through all of them for every prefix.
    static let namespaces = 64
    /// Names and namespaces of one document, each counted once: libxml2's table of them does not grow without end.
    static let names = 10_000
    /// Bytes of an address that others are resolved against, for each of these becomes as long.
    static let baseLength = 300
    /// Bases inside each other.
    static let bases = 32
    /// Bytes of an address that a page offers as a feed or an icon.
    static let linkLength = 2_000
    /// Bytes of a namespace's address; the longest that means something to us has seventy.
    static let namespaceLength = 200
    /// Outlines inside each other; deeper ones stand beside the deepest.
    static let outlineDepth = 64
    /// Values of a JSON document: an empty object of two bytes takes a hundred times as many in memory.
    static let jsonValues = 300_000
    /// Elements of a page.
    static let pageElements = 200_000
}
