internal import CRE2

/// A person's regular expression: RE2 syntax, any case, linear time, bounded memory.
package final class LinearRegex: @unchecked Sendable {
    /// In UTF-8 bytes.
    package static let longestPattern = 200
    private static let memoryLimit = 512 * 1024

    package let pattern: String
    // RE2 objects may be used by many threads at once.
    private let compiled: OpaquePointer

    package init(_ pattern: String) throws(QueryError) {
        guard pattern.utf8.count <= Self.longestPattern else {
            throw .regexTooLong(limit: Self.longestPattern)
        }
        var reason = [CChar](repeating: 0, count: 200)
        let count = pattern.utf8.count
        guard let compiled = cre2_compile(pattern, count, Self.memoryLimit, &reason, reason.count) else {
            let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw .badRegex(pattern: pattern, reason: String(decoding: bytes, as: UTF8.self))
        }
        self.pattern = pattern
        self.compiled = compiled
    }

    deinit {
        cre2_free(compiled)
    }

    package func matches(_ text: String) -> Bool {
        cre2_matches(compiled, text, text.utf8.count)
    }

    package func firstRange(in text: String) -> Range<String.Index>? {
        var start = 0
        var end = 0
        guard cre2_find(compiled, text, text.utf8.count, &start, &end) else { return nil }
        let utf8 = text.utf8
        return utf8.index(utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: end)
    }
}

extension LinearRegex: Hashable {
    package static func == (left: LinearRegex, right: LinearRegex) -> Bool { left.pattern == right.pattern }
    package func hash(into hasher: inout Hasher) { hasher.combine(pattern) }
}
