/// Why a query was refused, with the facts its message needs.
package enum QueryError: Error, Sendable, Equatable {
    /// Nothing in it that could match: empty, or signs only.
    case empty
    case tooLong(limit: Int)
    case tooManyTerms(limit: Int)
    case tooDeep(limit: Int)
    /// Every way to match consists of exclusions only, so it would match nearly everything.
    case onlyExclusions
    /// A word with `*` whose fixed part is under two letters.
    case wildcardTooShort(word: String)
    case unknownDate(String)
    /// RE2 refused the expression, in its own words.
    case badRegex(pattern: String, reason: String)
    case regexTooLong(limit: Int)
    /// In instructions, of all expressions of the query together.
    case patternTooLarge(limit: Int)
    case tooManyPatterns(limit: Int)
    /// Its owner keeps so many heavy ones (`Query.isHeavy`) already.
    case tooManyHeavy(limit: Int)
}
