internal import CTOML

/// A TOML file as plain values.
package indirect enum TOMLTree: Sendable, Hashable {
    case text(String)
    case integer(Int)
    case decimal(Double)
    case flag(Bool)
    case list([TOMLTree])
    case table([String: TOMLTree])
    /// A date or a time.
    case other

    /// The table that a whole file is.
    package static func read(_ source: String) throws(TOMLSyntaxError) -> [String: TOMLTree] {
        let builder = TreeBuilder()
        let reasonSize = 500
        var reason = [CChar](repeating: 0, count: reasonSize)
        var source = source
        let line = source.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                withUnsafePointer(to: TreeBuilder.visitor(for: builder)) {
                    ctoml_read(text.baseAddress, text.count, $0, &reason, reasonSize)
                }
            }
        }
        guard line == 0 else {
            let words = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw TOMLSyntaxError(line: Int(line), reason: String(decoding: words, as: UTF8.self))
        }
        return builder.finish()
    }
}

/// Where a file stops being TOML, and why, in the parser's English words.
package struct TOMLSyntaxError: Error, Hashable {
    /// From 1.
    package var line: Int
    package var reason: String
}
