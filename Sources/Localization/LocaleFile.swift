internal import TOMLReading

/// One file of `locales/`: tables of texts, and nothing else.
enum LocaleFile {
    /// The texts by dotted key, table first: `[digest]` and `title = "…"` make `digest.title`.
    static func entries(of text: String, file: String) throws(LocalizationError) -> [(key: String, value: String)] {
        let top: [String: TOMLTree]
        do {
            top = try TOMLTree.read(text)
        } catch {
            throw .syntax(file: file, line: error.line, reason: error.reason)
        }
        var entries: [(key: String, value: String)] = []
        try collect(top, under: "", file, &entries)
        return entries
    }

    private static func collect(
        _ table: [String: TOMLTree],
        under prefix: String,
        _ file: String,
        _ entries: inout [(key: String, value: String)]
    ) throws(LocalizationError) {
        for (key, value) in table {
            switch value {
            case .text(let text): entries.append((prefix + key, text))
            case .table(let inner): try collect(inner, under: prefix + key + ".", file, &entries)
            default: throw .notText(file: file, key: prefix + key)
            }
        }
    }
}
