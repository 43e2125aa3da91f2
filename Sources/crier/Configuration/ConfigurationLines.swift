/// Finds the line of a key.
///
/// The TOML library reports positions of syntax errors only.
struct ConfigurationLines {
    private let lines: [Substring]

    init(source: String) {
        lines = source.split(omittingEmptySubsequences: false) { $0.isNewline }
    }

    /// The line of `key`, from 1, in the section with this name and index.
    ///
    /// If key is nil, the line of the section's header.
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
