package import NewsModel
package import TextAnalysis

/// The alerts or mutes that one owner keeps, in the order of their numbers: which of them are asked, and why others are not.
///
/// What was kept under wider limits, or has become too much by a link of two profiles, stays and says so.
package struct StandingQueries: Sendable {
    package enum Kind: Sendable {
        case alerts
        case mutes
        /// What one person has made for rooms, in all of them.
        case alertsMade
        case mutesMade
    }

    /// Why a query is not asked; nil where it is.
    package let reasons: [LocalizedMessage?]
    /// How many are asked that are dear to ask, and how many may be.
    package let heavy: Int
    package let mostHeavy: Int
    private let tooManyHeavy: AlertQueryError

    /// `stop` is the command that stops one of them, by its place here; nil where there is none to stop.
    package init(_ queries: [String], _ kind: Kind, limits: QueryLimits, stop: (Int?) -> String = { _ in "" }) {
        var limits = limits
        if [.alertsMade, .mutesMade].contains(kind) { limits.heavyPerOwner = limits.heavyCreated }
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
            case .success(let query): query.asks(.place) ? LocalizedMessage("query.placesRest") : nil
            case .failure(.tooManyHeavy): error.message
            case .failure(let other): AlertQueryError(other).message
            }
        }
    }

    /// Throws `AlertQueryError` where one more would be too much.
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
        }
    }
}
