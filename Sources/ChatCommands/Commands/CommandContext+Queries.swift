internal import Editorial
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension CommandContext {
    /// Reads what an owner wants to be told of, or not to hear of, from now on.
    func newQuery(_ text: String, of owner: RecipientID) async throws -> AlertQuery {
        let categories = try await services.store.categoriesInSight(of: owner)
        return try AlertQuery(
            new: text,
            categories: CategoryNames(categories) { [CategoryWording.name($0, localizer)] },
            limits: options.queries
        )
    }

    /// Refuses an alert that would be one too many of those that are dear to ask; one that there is already is none.
    ///
    /// Whoever made it may not have too many of them over all rooms either; without `maker` that is the sender.
    func checkRoom(
        for query: AlertQuery,
        among alerts: [Alert],
        of owner: Owner,
        by maker: MakerMark? = nil
    ) async throws {
        let others = alerts.filter { $0.isOn && $0.query != query.canonical }.map(\.query)
        try StandingQueries(others, .alerts, limits: options.queries).check(adding: query)
        guard query.isHeavy, let maker = try await counted(maker) else { return }
        let made = try await services.store.alertQueries(by: maker, besides: query.canonical, of: owner.recipient)
        try StandingQueries(made, .alerts, limits: options.queries).check(adding: query, countsRooms: true)
    }

    /// The same for a mute of words.
    func checkRoom(for query: AlertQuery, among mutes: [Mute], of owner: Owner) async throws {
        let others = mutes.compactMap(\.query).filter { $0 != query.canonical }
        try StandingQueries(others, .mutes, limits: options.queries).check(adding: query)
        guard query.isHeavy, let maker = try await counted(nil) else { return }
        let made = try await services.store.mutedQueries(
            by: maker,
            besides: query.canonical,
            of: owner.recipient,
            at: time
        )
        try StandingQueries(made, .mutes, limits: options.queries).check(adding: query, countsRooms: true)
    }

    /// Whose wishes are counted over all rooms; an operator of the bot makes as many as they like.
    private func counted(_ maker: MakerMark?) async throws -> MakerMark? {
        guard !person.isAdmin else { return nil }
        if let maker { return maker }
        return try await services.store.mark(of: self.maker())
    }

    /// Why alerts that are on are not looked for all the same, by number.
    func reasonsToRest(_ alerts: [Alert]) -> [Int: String] {
        let active = alerts.filter(\.isOn)
        return reasons(active.map(\.number), active.map(\.query), .alerts)
    }

    /// Why mutes of words mute nothing, by number.
    func reasonsToRest(_ mutes: [Mute]) -> [Int: String] {
        let words = mutes.filter { $0.query != nil }
        return reasons(words.map(\.number), words.compactMap(\.query), .mutes)
    }

    private func reasons(_ numbers: [Int], _ queries: [String], _ kind: StandingQueries.Kind) -> [Int: String] {
        let standing = StandingQueries(queries, kind, limits: options.queries)
        let pairs = zip(numbers, standing.reasons).compactMap { number, reason in
            reason.map { (number, localizer.text("query.rests", ["reason": .text(localizer.text($0))])) }
        }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension Mute {
    fileprivate var query: String? { if case .words(let query) = subject { query } else { nil } }
}
