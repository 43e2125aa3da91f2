internal import CRE2

/// A user's regular expression in RE2 syntax.
///
/// It ignores case and runs in linear time. The sizes of its pattern, program, text and memory are limited.
package final class LinearRegex: @unchecked Sendable {
    /// In UTF-8 bytes.
    package static let longestPattern = 200

    package let pattern: String
    /// Instructions of the compiled program.
    let size: Int
    private let longestText: Int
    // RE2 objects are thread-safe.
    private let compiled: OpaquePointer

    package init(_ pattern: String, limits: QueryLimits = QueryLimits()) throws(QueryError) {
        guard pattern.utf8.count <= Self.longestPattern else {
            throw .regexTooLong(limit: Self.longestPattern)
        }
        var reason = [CChar](repeating: 0, count: 200)
        var isTooLarge = false
        let (count, memory) = (pattern.utf8.count, limits.patternMemory)
        guard let compiled = cre2_compile(pattern, count, memory, &reason, reason.count, &isTooLarge) else {
            if isTooLarge { throw .patternTooLarge(limit: limits.patternSize) }
            let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw .badRegex(pattern: pattern, reason: String(decoding: bytes, as: UTF8.self))
        }
        let size = Int(cre2_program_size(compiled))
        guard size >= 0, size <= limits.patternSize else {
            cre2_free(compiled)
            throw .patternTooLarge(limit: limits.patternSize)
        }
        self.pattern = pattern
        self.size = size
        self.compiled = compiled
        longestText = limits.patternText
    }

    deinit {
        cre2_free(compiled)
    }

    package func matches(_ text: String) -> Bool {
        cre2_matches(compiled, text, text.utf8.count, min(text.utf8.count, longestText))
    }

    package func firstRange(in text: String) -> Range<String.Index>? {
        var start = 0
        var end = 0
        let utf8 = text.utf8
        guard cre2_find(compiled, text, utf8.count, min(utf8.count, longestText), &start, &end) else { return nil }
        return utf8.index(utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: end)
    }
}

extension LinearRegex: Hashable {
    package static func == (left: LinearRegex, right: LinearRegex) -> Bool { left.pattern == right.pattern }
    package func hash(into hasher: inout Hasher) { hasher.combine(pattern) }
}
