import NewsModel

/// One thing wrong in a configuration file, with the place and what to do.
struct ConfigurationProblem: Hashable, Sendable {
    /// From 1; nil when it is about something that is missing.
    var line: Int?
    var message: LocalizedMessage
    /// Worth knowing, but the bot can run.
    var isWarning = false
}

/// The file cannot be used; every problem is in it.
struct ConfigurationError: Error {
    var path: String
    var problems: [ConfigurationProblem]
}
