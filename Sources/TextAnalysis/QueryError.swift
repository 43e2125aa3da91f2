/// Why a query was refused, with the values for its error message.
package enum QueryError: Error, Sendable, Equatable {
    /// Nothing in it can match: the text is empty or has no word.
    case empty
    case tooLong(limit: Int)
    case tooManyTerms(limit: Int)
    case tooDeep(limit: Int)
    /// The query can match by exclusions alone, so it would match nearly everything.
    case onlyExclusions
    /// A word with `*` whose fixed part is shorter than two letters.
    case wildcardTooShort(word: String)
    case unknownDate(String)
    /// The value of `has:` or `is:`, as typed.
    case unknownValue(field: String, text: String)
    /// The distance after `near:`, as typed.
    case badDistance(String)
    /// The two distances after `near:`, as typed.
    case twoDistances(String, String)
    /// RE2 refused the expression for this reason.
    case badRegex(pattern: String, reason: String)
    case regexTooLong(limit: Int)
    /// The limit is in instructions, for all expressions of the query together.
    case patternTooLarge(limit: Int)
    case tooManyPatterns(limit: Int)
    /// The owner already has this many heavy queries (`Query.isHeavy`).
    case tooManyHeavy(limit: Int)
}
