/// Why the locale files could not be loaded.
package enum LocalizationError: Error, Hashable, CustomStringConvertible {
    case directoryUnreadable(path: String)
    case englishMissing(path: String)
    case syntax(file: String, line: Int, reason: String)
    /// A value that is not a text, such as a number.
    case notText(file: String, key: String)

    package var description: String {
        switch self {
        case .directoryUnreadable(let path): "\(path): cannot be read"
        case .englishMissing(let path): "\(path): has no folder en with messages"
        case .syntax(let file, let line, let reason): "\(file):\(line): \(reason)"
        case .notText(let file, let key): "\(file): \(key) must be a text in quotes"
        }
    }
}
