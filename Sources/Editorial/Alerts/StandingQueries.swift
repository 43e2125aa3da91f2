package import NewsModel
package import TextAnalysis

/// The stored alerts, mutes or filters of one owner, in the order of their numbers, and why some of them are inactive.
///
/// A query may have been stored under wider limits, or two linked profiles may exceed the limits together. It is kept,
/// and its owner sees the reason.
package struct StandingQueries: Sendable {
    package enum Kind: Sendable {
        case alerts
        case mutes
        case filters
        /// What one person has created for all rooms together.
        case alertsMade
        case mutesMade
        case filtersMade
    }

    /// Why a query is inactive; nil where it is active.
    package let reasons: [LocalizedMessage?]
    /// How many of the queries are expensive to match, and how many may be.
    package let heavy: Int
    package let mostHeavy: Int
    private let tooManyHeavy: AlertQueryError

    /// `stop` names the command that removes a query, by its index here; its argument is nil when there is none.
    package init(_ queries: [String], _ kind: Kind, limits: QueryLimits, stop: (Int?) -> String = { _ in "" }) {
        var limits = limits
        if [.alertsMade, .mutesMade, .filtersMade].contains(kind) { limits.heavyPerOwner = limits.heavyCreated }
        mostHeavy = limits.heavyPerOwner
        let read = Query.readAll(queries, limits: limits)
        let places = read.indices.filter { (try? read[$0].get())?.isHeavy == true }
        heavy = places.count
        let error = AlertQueryError(
            LocalizedMessage(kind.tooManyHeavy, ["limit": .number(mostHeavy), "hint": .text(stop(places.first))])
        )
        tooManyHeavy = error
        reasons = read.map { result in
            switch result {
            case .success: nil
            case .failure(.tooManyHeavy): error.message
            case .failure(let other): AlertQueryError(other).message
            }
        }
    }

    /// Throws `AlertQueryError` when the new query would exceed the limit.
    package func check(adding query: AlertQuery) throws {
        guard query.isHeavy, heavy >= mostHeavy else { return }
        throw tooManyHeavy
    }
}

extension StandingQueries.Kind {
    fileprivate var tooManyHeavy: String {
        switch self {
        case .alerts: "query.tooManyHeavyAlerts"
        case .mutes: "query.tooManyHeavyMutes"
        case .alertsMade: "query.tooManyHeavyAlertsMade"
        case .mutesMade: "query.tooManyHeavyMutesMade"
        case .filters: "query.tooManyHeavyFilters"
        case .filtersMade: "query.tooManyHeavyFiltersMade"
        }
    }
}
