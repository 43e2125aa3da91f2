import NewsModel

/// One problem in a configuration file: the line, what is wrong and what to do.
struct ConfigurationProblem: Hashable, Sendable {
    /// Counted from 1; nil if something is missing.
    var line: Int?
    var message: LocalizedMessage
    /// Whether the bot can run in spite of it.
    var isWarning = false
}

/// The file cannot be used.
///
/// It contains every problem that was found.
struct ConfigurationError: Error {
    var path: String
    var problems: [ConfigurationProblem]
}
