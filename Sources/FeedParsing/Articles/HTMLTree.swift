internal import CLibXML2

/// Reads a page into a tree with libxml2's HTML parser, which forgives everything.
enum HTMLTree {
    private static let sizeLimit = 4 << 20
    private static let nodeLimit = 200_000
    private static let depthLimit = 250

    /// Reads UTF-8; nil when there is no element at all.
    static func read(_ bytes: [UInt8]) -> HTMLNode? {
        guard LibXML.isReady else { return nil }
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_NODEFDTD.rawValue | HTML_PARSE_COMPACT.rawValue
        let document = bytes.prefix(sizeLimit).withUnsafeBufferPointer { all -> htmlDocPtr? in
            guard let start = all.baseAddress else { return nil }
            return start.withMemoryRebound(to: CChar.self, capacity: all.count) {
                htmlReadMemory($0, Int32(all.count), nil, "UTF-8", Int32(bitPattern: options))
            }
        }
        guard let document else { return nil }
        defer { xmlFreeDoc(document) }
        guard let root = xmlDocGetRootElement(document) else { return nil }
        var left = nodeLimit
        return copy(root, depth: 0, left: &left)
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
        while let attribute = next, found.count < 64 {
            next = attribute.pointee.next
            guard let name = attribute.pointee.name else { continue }
            var value = ""
            if let content = attribute.pointee.children?.pointee.content { value = String(cString: content) }
            found[String(cString: name).lowercased()] = value
        }
        return found
    }
}
