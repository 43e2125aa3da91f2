import GRDB

/// What is searched by whom and at what cost, for all transactions of one search.
struct SearchScope: Sendable {
    let search: ArticleSearch
    let sight: Sight
    let limits: SearchLimits
    let articleFeeds: ArticleFeeds.Reader

    func candidates(in db: Database) -> SearchCandidates { SearchCandidates(scope: self, db: db) }

    func places(in db: Database) -> SearchPlaces { SearchPlaces(scope: self, db: db) }
}
