/// Limits for one document, so that the work grows only linearly with its bytes.
enum ParseLimits {
    /// Attributes of one tag; libxml2 compares each of them with all others.
    static let attributes = 64
    /// Namespaces in scope at one point of a document; libxml2 searches all of them for every prefix.
    static let namespaces = 64
    /// Distinct names and namespaces of one document; they limit libxml2's table of names.
    static let names = 10_000
    /// Bytes of a base address; every address that is resolved against it becomes as long.
    static let baseLength = 300
    /// The depth of nested bases.
    static let bases = 32
    /// Bytes of the address of a feed or an icon that a page links to.
    static let linkLength = 2_000
    /// Bytes of a namespace's address; the longest one that we know has seventy.
    static let namespaceLength = 200
    /// The depth of nested outlines; deeper ones become siblings of the deepest.
    static let outlineDepth = 64
    /// Values of a JSON document; an empty object of two bytes takes a hundred times as much memory.
    static let jsonValues = 300_000
    /// Elements of a page.
    static let pageElements = 200_000
}
