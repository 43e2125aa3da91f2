/// Limits for alerts, mutes and filters; they keep the worst cost per article small and known.
///
/// One query runs at most `patternSize` steps for each of the first `patternText` bytes of an article's title and of
/// its summary.
/// RE2 is linear in the length of the text times the size of the program. 500 instructions over 2,000 bytes take some
/// three milliseconds at the very worst, and usually a few microseconds.
package struct QueryLimits: Sendable, Hashable {
    /// Instructions of all expressions of one query together.
    package var patternSize: Int
    package var patternsPerQuery: Int
    /// UTF-8 bytes that an expression reads of one text, from its start.
    package var patternText: Int
    /// Heavy queries (`Query.isHeavy`) of one owner: so many active alerts, and as many mutes and filters.
    package var heavyPerOwner: Int
    /// The same for what one person has created for all rooms together.
    package var heavyCreated: Int
    /// Seconds for one owner's queries at one time, for example to try a new alert or to apply mutes to a list.
    ///
    /// The caller must enforce it.
    package var budget: Double

    /// As `Query.longest` and `Query.mostTerms`.
    package private(set) var longest = Query.longest
    package private(set) var mostTerms = Query.mostTerms

    /// For the queries of smart feeds, of which an owner has few: each is made of up to ten keywords, or of other
    /// queries.
    package var forSmartFeeds: QueryLimits {
        var limits = self
        limits.longest = Query.longest * 8
        limits.mostTerms = Query.mostTerms * 10
        limits.heavyPerOwner = max(heavyPerOwner, 10)
        return limits
    }

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

    /// Bytes for the program of one expression and for RE2's cache while it runs.
    ///
    /// When the cache is full, RE2 clears it and runs slower, but within the same time bound.
    var patternMemory: Int { max(16_384, patternSize * 128) }
}

extension Query {
    private static let mostOpenWords = 5

    /// Whether matching has to search a text for an expression.
    package var hasExpression: Bool { root.terms.contains { if case .regex = $0 { true } else { false } } }

    /// Whether it is expensive to match or must be matched against every article.
    ///
    /// It has an expression, many words with stars (each is compared with all words of an article), or no key to look
    /// it up by (`has:image` alone).
    package var isHeavy: Bool {
        var openWords = 0
        for term in root.terms {
            switch term {
            case .regex: return true
            case .phrase(let phrase, _) where phrase.isOpenAtStart || phrase.isOpenAtEnd: openWords += 1
            case .phrase, .site, .language, .since, .until, .has, .state, .near: continue
            }
        }
        return openWords > Self.mostOpenWords || QueryPlan(root, popularity: { _ in 0 }) == nil
    }

    /// Parses the stored queries of one owner, in order; those that would be refused as new are refused here too.
    ///
    /// Of the heavy ones the first `heavyPerOwner` are accepted, so that one owner's queries do not slow down others.
    /// Any may be as long as that of a smart feed, because it may have been made of one.
    package static func readAll(_ texts: [String], limits: QueryLimits) -> [Result<Query, QueryError>] {
        var heavy = 0
        let stored = limits.forSmartFeeds
        return texts.map { text in
            do throws(QueryError) {
                let query = try Query(parsing: text, limits: stored)
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
