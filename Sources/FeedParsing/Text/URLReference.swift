/// Resolves relative references on plain strings (RFC 3986, section 5).
enum URLReference {
    private struct Parts {
        var scheme: Substring?
        var authority: Substring?
        var path: Substring
        var query: Substring?
    }

    /// Whether the text begins with a scheme such as `https:` or `tag:`.
    static func isAbsolute(_ text: String) -> Bool { schemeEnd(text[...]) != nil }

    /// Whether the address is code, data or a local file instead of a page.
    static func isProgram(_ url: String) -> Bool {
        // A fast path: nearly all addresses begin with "http".
        guard !url.hasPrefix("http"), let end = schemeEnd(url[...]) else { return false }
        return ["javascript", "data", "vbscript", "file", "about", "blob"].contains(url[..<end].lowercased())
    }

    /// The address of a reference, relative to `base`; the trimmed reference itself, if it cannot be resolved.
    ///
    /// A base over the limit is used without its query. If it is still too long, it is ignored.
    static func resolve(_ reference: String, against base: String?) -> String {
        let text = reference.trimmingSpace()
        guard schemeEnd(text) == nil, let base = base.flatMap(usable) else { return String(text) }
        let root = split(base)
        guard let scheme = root.scheme, let authority = root.authority else { return String(text) }
        let start = "\(scheme)://"
        if text.isEmpty { return String(base) }
        if text.hasPrefix("//") { return "\(scheme):\(text)" }
        var target = text
        var fragment = ""
        if let hash = target.utf8.firstIndex(of: UInt8(ascii: "#")) {
            fragment = String(target[hash...])
            target = target[..<hash]
        }
        if target.isEmpty { return "\(start)\(authority)\(root.path)\(root.query.map { "?\($0)" } ?? "")\(fragment)" }
        if target.hasPrefix("?") { return "\(start)\(authority)\(root.path)\(target)\(fragment)" }
        var query = ""
        if let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = String(target[mark...])
            target = target[..<mark]
        }
        let slash = root.path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = root.path[..<(slash.map(root.path.utf8.index(after:)) ?? root.path.startIndex)]
        let path = target.hasPrefix("/") ? String(target) : (folder.isEmpty ? "/" : String(folder)) + target
        return "\(start)\(authority)\(withoutDots(path))\(query)\(fragment)"
    }

    /// The base without its query, if it is too long with it; nil when it is still too long.
    private static func usable(_ base: String) -> Substring? {
        guard base.utf8.count > ParseLimits.baseLength else { return base[...] }
        let end = base.utf8.prefix(ParseLimits.baseLength).firstIndex {
            $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
        }
        return end.map { base[..<$0] }
    }

    private static func schemeEnd(_ text: Substring) -> String.Index? {
        let bytes = text.utf8
        guard let first = bytes.first, first.isASCIILetter else { return nil }
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: ":") { return index }
            guard byte.isASCIILetterOrDigit || byte == 0x2b || byte == 0x2d || byte == 0x2e else { return nil }
            index = bytes.index(after: index)
        }
        return nil
    }

    private static func split(_ text: Substring) -> Parts {
        var parts = Parts(path: text)
        if let end = schemeEnd(text) {
            parts.scheme = text[..<end]
            parts.path = text[text.utf8.index(after: end)...]
        }
        if let hash = parts.path.utf8.firstIndex(of: UInt8(ascii: "#")) { parts.path = parts.path[..<hash] }
        if let mark = parts.path.utf8.firstIndex(of: UInt8(ascii: "?")) {
            parts.query = parts.path[parts.path.utf8.index(after: mark)...]
            parts.path = parts.path[..<mark]
        }
        if parts.path.hasPrefix("//") {
            let rest = parts.path.dropFirst(2)
            let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            parts.authority = rest[..<end]
            parts.path = rest[end...]
        }
        if parts.authority != nil, parts.path.isEmpty { parts.path = "/" }
        return parts
    }

    private static func withoutDots(_ path: String) -> String {
        // A fast path: most paths have no dot segments.
        guard path.utf8.contains(UInt8(ascii: ".")), path.firstRange(of: "/.") != nil else { return path }
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (offset, segment) in segments.enumerated() {
            let isLast = offset == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }
}
