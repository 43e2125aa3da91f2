package import NewsModel
package import TextAnalysis

/// The alerts or mutes that one owner keeps, in the order of their numbers: which of them are asked, and why others are not.
///
/// What was kept under wider limits, or has become too much by a link of two profiles, stays and says so.
package struct StandingQueries: Sendable {
    package enum Kind: Sendable {
        case alerts
        case mutes
    }

    /// Why a query is not asked; nil where it is.
    package let reasons: [LocalizedMessage?]
    private let kind: Kind
    private let heavy: Int
    private let limits: QueryLimits

    package init(_ queries: [String], _ kind: Kind, limits: QueryLimits) {
        self.kind = kind
        self.limits = limits
        let read = Query.readAll(queries, limits: limits)
        heavy = read.count { (try? $0.get())?.isHeavy == true }
        reasons = read.map { result in
            switch result {
            case .success(let query): query.asks(.place) ? LocalizedMessage("query.placesRest") : nil
            case .failure(let error): AlertQueryError(error, kind).message
            }
        }
    }

    /// Throws `AlertQueryError` where one more would be too much; `countsRooms` where they are one person's and those made for rooms.
    package func check(adding query: AlertQuery, countsRooms: Bool = false) throws {
        guard query.isHeavy, heavy >= limits.heavyPerOwner else { return }
        guard countsRooms else { throw AlertQueryError(.tooManyHeavy(limit: limits.heavyPerOwner), kind) }
        let key = kind == .alerts ? "query.tooManyHeavyAlertsMade" : "query.tooManyHeavyMutesMade"
        throw AlertQueryError(LocalizedMessage(key, ["limit": .number(limits.heavyPerOwner)]))
    }
}
