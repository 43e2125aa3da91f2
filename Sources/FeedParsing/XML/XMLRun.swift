internal import CLibXML2

/// One pass of libxml2 over one document; what its C callbacks are given.
final class XMLRun {
    private let handler: Unmanaged<XMLHandler>
    var context: xmlParserCtxtPtr?
    // The parser calls back on one thread, one event after the other: no two accesses can overlap.
    @exclusivity(unchecked) private(set) var isStopped = false
    @exclusivity(unchecked) private(set) var rootEnded = false
    @exclusivity(unchecked) private var depth = 0
    /// There is more of something than the parser can take: the document is to be repaired.
    @exclusivity(unchecked) private(set) var needsRepair = false
    /// Namespaces declared on the open elements, and by how deep an element.
    @exclusivity(unchecked) private var namespaces = 0
    @exclusivity(unchecked) private var declarations: [(depth: Int, count: Int)] = []
    private let effort = ParseEffort.current
    /// The entity libxml2 is shown: predefined and without content, because its text was already delivered.
    private let shownEntity: xmlEntityPtr

    init(_ handler: XMLHandler) {
        self.handler = .passUnretained(handler)
        shownEntity = .allocate(capacity: 1)
        shownEntity.initialize(to: xmlEntity())
        shownEntity.pointee.type = XML_ENTITY_DECL
        shownEntity.pointee.etype = XML_INTERNAL_PREDEFINED_ENTITY
    }

    deinit {
        shownEntity.deallocate()
    }

    func started(_ name: XMLName, _ attributes: XMLAttributes, newNamespaces: Int) {
        guard !isStopped, !needsRepair, !rootEnded else { return }
        depth += 1
        if newNamespaces > 0 {
            namespaces += newNamespaces
            declarations.append((depth, newNamespaces))
        }
        guard attributes.count <= ParseLimits.attributes, namespaces <= ParseLimits.namespaces,
            xmlDictSize(context?.pointee.dict) <= ParseLimits.names
        else { return refuse() }
        guard effort?.isGivenUp == true || !handler._withUnsafeGuaranteedRef({ $0.elementStarted(name, attributes) })
        else { return }
        isStopped = true
        xmlStopParser(context)
    }

    /// Ends the parse of a document that only repair can tame.
    func refuse() {
        needsRepair = true
        xmlStopParser(context)
    }

    func documentTypeStarted() {
        guard let next = context?.pointee.input?.pointee.cur, next.pointee == UInt8(ascii: "[") else { return }
        refuse()
    }

    func ended() {
        guard !isStopped, !needsRepair, !rootEnded else { return }
        handler._withUnsafeGuaranteedRef { $0.elementEnded() }
        if let last = declarations.last, last.depth == depth {
            namespaces -= last.count
            declarations.removeLast()
        }
        depth -= 1
        rootEnded = depth == 0
    }

    /// Hands over the text that stands before a tag.
    func flush(_ buffer: UnsafeMutablePointer<XMLTextBuffer>) {
        guard buffer.pointee.count > 0 else { return }
        if !isStopped, !needsRepair, depth > 0, !rootEnded {
            let text = UnsafeBufferPointer(start: buffer.pointee.bytes, count: buffer.pointee.count)
            handler._withUnsafeGuaranteedRef { $0.textArrived(text) }
        }
        buffer.pointee.clear()
    }

    /// Answers for HTML's entities, which feeds use without declaring them.
    ///
    /// In attribute values libxml2 would take the first byte alone, so there the answer is nil and the
    /// document goes to repair.
    func entity(_ name: UnsafePointer<UInt8>?) -> xmlEntityPtr? {
        guard let name, let context, context.pointee.instate != XML_PARSER_ATTRIBUTE_VALUE,
            !isStopped, depth > 0, !rootEnded,
            var text = HTMLEntities.text(named: String(cString: name))
        else { return nil }
        text.withUTF8 { bytes in handler._withUnsafeGuaranteedRef { $0.textArrived(bytes) } }
        return shownEntity
    }
}
