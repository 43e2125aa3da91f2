/// Finds the line of a key, because the TOML library keeps positions for syntax errors only.
struct ConfigurationLines {
    private let lines: [Substring]

    init(source: String) {
        lines = source.split(omittingEmptySubsequences: false) { $0.isNewline }
    }

    /// The line of `key` in the `occurrence`-th `[section]` or `[[section]]`, from 1; of the header when key is nil.
    func line(section: String, occurrence: Int = 0, key: String?) -> Int? {
        var current = ""
        var seen = section.isEmpty ? 0 : -1
        for (index, raw) in lines.enumerated() {
            let line = raw.drop { $0 == " " || $0 == "\t" }
            if line.hasPrefix("[") {
                current = String(line.drop { $0 == "[" || $0 == " " }.prefix { $0 != "]" && $0 != " " && $0 != "." })
                if current == section {
                    seen += 1
                    if key == nil && seen == occurrence { return index + 1 }
                }
            } else if let key, current == section, seen == occurrence, Self.key(of: line) == Substring(key) {
                return index + 1
            }
        }
        return nil
    }

    private static func key(of line: Substring) -> Substring? {
        guard let equals = line.firstIndex(of: "=") else { return nil }
        let name = line[..<equals].drop { $0 == " " || $0 == "\t" || $0 == "\"" }
        return name.prefix { $0 != " " && $0 != "\t" && $0 != "\"" }
    }
}
