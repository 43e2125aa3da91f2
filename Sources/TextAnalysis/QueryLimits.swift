/// How much an alert or a mute may ask for, so that the most it can cost an article is a small, known number.
///
/// One article costs one query at most `patternSize` steps for each of the first `patternText` bytes of its title and
/// of its summary.
/// RE2 is linear in the text, and multiplied by the size of the program: 500 instructions over 2,000 bytes take some
/// three milliseconds at the very worst, and a few microseconds as a rule.
package struct QueryLimits: Sendable, Hashable {
    /// Instructions of all expressions of one query together.
    package var patternSize: Int
    package var patternsPerQuery: Int
    /// UTF-8 bytes of one text that an expression sees, from its beginning.
    package var patternText: Int
    /// Heavy queries (`Query.isHeavy`) that one owner may keep: alerts that are on, and as many mutes.
    package var heavyPerOwner: Int
    /// The same of what one person has made for rooms, in all of them together.
    package var heavyCreated: Int
    /// Seconds for one owner's queries at one time, such as the trial of a new alert or the mutes of a list; who asks keeps to it.
    package var budget: Double

    package init(
        patternSize: Int = 500,
        patternsPerQuery: Int = 3,
        patternText: Int = 2_000,
        heavyPerOwner: Int = 5,
        heavyCreated: Int = 20,
        budget: Double = 0.5
    ) {
        self.patternSize = patternSize
        self.patternsPerQuery = patternsPerQuery
        self.patternText = patternText
        self.heavyPerOwner = heavyPerOwner
        self.heavyCreated = heavyCreated
        self.budget = budget
    }

    /// Bytes for the program of one expression and for what RE2 keeps of it while it runs.
    ///
    /// Beyond them it forgets and begins anew, and is slower, within the same bound.
    var patternMemory: Int { max(16_384, patternSize * 128) }
}

extension Query {
    private static let mostOpenWords = 5

    /// Whether a text has to be searched for an expression.
    var hasExpression: Bool { root.terms.contains { if case .regex = $0 { true } else { false } } }

    /// Whether it is dear to ask, or must be asked about every article: it has an expression, many words with stars,
    /// each of which is held against all words of an article, or no word to wait under (`has:image` alone).
    package var isHeavy: Bool {
        var openWords = 0
        for term in root.terms {
            switch term {
            case .regex: return true
            case .phrase(let phrase, _) where phrase.isOpenAtStart || phrase.isOpenAtEnd: openWords += 1
            case .phrase, .site, .language, .since, .hasImage: continue
            }
        }
        return openWords > Self.mostOpenWords || QueryPlan(root, popularity: { _ in 0 }) == nil
    }

    /// Reads what one owner keeps, in their order; what would be refused as new is refused here too.
    ///
    /// The first `heavyPerOwner` heavy ones stay, so that nobody pays for another's.
    package static func readAll(_ texts: [String], limits: QueryLimits) -> [Result<Query, QueryError>] {
        var heavy = 0
        return texts.map { text in
            do throws(QueryError) {
                let query = try Query(parsing: text, limits: limits)
                if query.isHeavy { heavy += 1 }
                guard !query.isHeavy || heavy <= limits.heavyPerOwner else {
                    return .failure(.tooManyHeavy(limit: limits.heavyPerOwner))
                }
                return .success(query)
            } catch {
                return .failure(error)
            }
        }
    }
}
