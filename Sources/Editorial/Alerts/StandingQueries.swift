package import NewsModel
import TextAnalysis

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
    private let options: QueryOptions

    package init(_ queries: [String], _ kind: Kind, options: QueryOptions) {
        self.kind = kind
        self.options = options
        let read = Query.readAll(queries, limits: QueryLimits(options))
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
        guard query.isHeavy, heavy >= options.heavyPerOwner else { return }
        guard countsRooms else { throw AlertQueryError(.tooManyHeavy(limit: options.heavyPerOwner), kind) }
        let key = kind == .alerts ? "query.tooManyHeavyAlertsMade" : "query.tooManyHeavyMutesMade"
        throw AlertQueryError(LocalizedMessage(key, ["limit": .number(options.heavyPerOwner)]))
    }
}
