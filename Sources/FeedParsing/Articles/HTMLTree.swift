internal import CLibXML2

/// Parses a page into a tree with libxml2's HTML parser, which accepts every error.
enum HTMLTree {
    private static let sizeLimit = 4 << 20
    private static let depthLimit = 250

    /// Parses UTF-8; nil when there is no element.
    static func read(_ bytes: [UInt8]) -> HTMLNode? {
        guard LibXML.isReady, let bytes = AttributeCap.applied(to: Array(bytes.prefix(sizeLimit))) else { return nil }
        let watch = HTMLWatch(cancellation: ParseCancellation.current)
        return withExtendedLifetime(watch) {
            guard let document = parse(bytes, watch) else { return nil }
            defer { xmlFreeDoc(document) }
            guard !watch.isCancelled, let root = xmlDocGetRootElement(document) else { return nil }
            var left = ParseLimits.pageElements
            return copy(root, depth: 0, left: &left)
        }
    }

    private static func parse(_ bytes: [UInt8], _ watch: HTMLWatch) -> htmlDocPtr? {
        guard let context = htmlNewParserCtxt() else { return nil }
        defer { htmlFreeParserCtxt(context) }
        context.pointee._private = Unmanaged.passUnretained(watch).toOpaque()
        // They are not needed, and libxml2 would search all adjacent ones for each.
        context.pointee.sax.pointee.comment = nil
        context.pointee.sax.pointee.processingInstruction = nil
        context.pointee.sax.pointee.startElement = { user, name, attributes in
            guard let context = user?.assumingMemoryBound(to: xmlParserCtxt.self),
                let watch = context.pointee._private
            else { return }
            guard Unmanaged<HTMLWatch>.fromOpaque(watch).takeUnretainedValue().countElement(),
                xmlDictSize(context.pointee.dict) <= ParseLimits.names
            else {
                return xmlStopParser(context)
            }
            xmlSAX2StartElement(user, name, attributes)
        }
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_NODEFDTD.rawValue | HTML_PARSE_COMPACT.rawValue
        return bytes.withUnsafeBufferPointer { all -> htmlDocPtr? in
            guard let start = all.baseAddress else { return nil }
            return start.withMemoryRebound(to: CChar.self, capacity: all.count) {
                htmlCtxtReadMemory(context, $0, Int32(all.count), nil, "UTF-8", Int32(bitPattern: options))
            }
        }
    }

    private static func copy(_ source: xmlNodePtr, depth: Int, left: inout Int) -> HTMLNode? {
        guard left > 0, depth < depthLimit else { return nil }
        left -= 1
        switch source.pointee.type {
        case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
            guard let content = source.pointee.content else { return nil }
            return HTMLNode(name: "", text: String(cString: content))
        case XML_ELEMENT_NODE: break
        default: return nil
        }
        guard let name = source.pointee.name else { return nil }
        let node = HTMLNode(name: String(cString: name).lowercased(), attributes: attributes(source))
        var child = source.pointee.children
        while let current = child {
            if let copied = copy(current, depth: depth + 1, left: &left) { node.append(copied) }
            child = current.pointee.next
        }
        return node
    }

    private static func attributes(_ source: xmlNodePtr) -> [String: String] {
        var found: [String: String] = [:]
        var next = source.pointee.properties
        while let attribute = next, found.count < ParseLimits.attributes {
            next = attribute.pointee.next
            guard let name = attribute.pointee.name else { continue }
            var value = ""
            if let content = attribute.pointee.children?.pointee.content { value = String(cString: content) }
            found[String(cString: name).lowercased()] = value
        }
        return found
    }
}

/// Counts the elements of a page while libxml2 parses it, and stops it at the limit.
private final class HTMLWatch {
    private let cancellation: ParseCancellation?
    private var left = ParseLimits.pageElements

    init(cancellation: ParseCancellation?) {
        self.cancellation = cancellation
    }

    var isCancelled: Bool { cancellation?.isCancelled == true }

    func countElement() -> Bool {
        left -= 1
        return left > 0 && !isCancelled
    }
}
