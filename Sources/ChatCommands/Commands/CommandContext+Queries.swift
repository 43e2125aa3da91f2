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
    /// Whoever made it for a room may not have too many of them over all rooms either; without `maker` that is the sender.
    func checkRoom(
        for query: AlertQuery,
        among alerts: [Alert],
        of owner: Owner,
        by maker: MakerMark? = nil
    ) async throws {
        try check(query, among: alerts.compactMap(\.asQuery), of: owner, .alerts)
        guard query.isHeavy, let maker = try await counted(maker, for: owner) else { return }
        try check(query, among: await services.store.alertsMade(by: maker), of: owner, .alertsMade)
    }

    /// The same for a mute of words.
    func checkRoom(for query: AlertQuery, among mutes: [Mute], of owner: Owner) async throws {
        try check(query, among: mutes.compactMap(\.asQuery), of: owner, .mutes)
        guard query.isHeavy, let maker = try await counted(nil, for: owner) else { return }
        try check(query, among: await services.store.mutesMade(by: maker, at: time), of: owner, .mutesMade)
    }

    private func check(
        _ query: AlertQuery,
        among others: [MadeQuery],
        of owner: Owner,
        _ kind: StandingQueries.Kind
    ) throws {
        let others = others.filter { $0.owner != owner.recipient || $0.query != query.canonical }
        // What can be stopped from here is named first.
        let (here, elsewhere) = (others.filter { $0.owner == reader }, others.filter { $0.owner != reader })
        try standing(here + elsewhere, kind).check(adding: query)
    }

    /// Where one is too much, it names how to stop the first of them, or where they are listed.
    private func standing(_ queries: [MadeQuery], _ kind: StandingQueries.Kind) -> StandingQueries {
        StandingQueries(queries.map(\.query), kind, limits: options.queries) { place in
            let number = place.map { queries[$0] }.flatMap { $0.owner == reader ? $0.number : nil }
            return switch kind {
            case .alerts, .alertsMade: hint(number.map { "alert \($0) off" } ?? "alert list")
            case .mutes, .mutesMade: hint(number.map { "unmute \($0)" } ?? "mute list")
            }
        }
    }

    /// `me`: what somebody has of what is dear to ask, and may have; nothing where they have none.
    func heavyLines(of profile: Profile, _ speaker: Localizer) async throws -> [String] {
        let own = try await services.store.alerts(of: profile.id.recipient).filter(\.isOn).map(\.query)
        let mark = try await services.store.mark(of: maker())
        let made = try await services.store.alertsMade(by: mark).map(\.query)
        return [("heavy", StandingQueries.Kind.alerts, own), ("heavyMade", .alertsMade, made)].compactMap {
            key,
            kind,
            queries in
            let standing = StandingQueries(queries, kind, limits: options.queries)
            guard standing.heavy > 0 else { return nil }
            let facts = ["n": MessageArgument.number(standing.heavy), "limit": .number(standing.mostHeavy)]
            return speaker.text("quota.me.\(key)" + (person.isAdmin ? "Unlimited" : ""), facts)
        }
    }

    /// Whose wishes for rooms are counted over all of them; an operator of the bot makes as many as they like.
    private func counted(_ maker: MakerMark?, for owner: Owner) async throws -> MakerMark? {
        guard !person.isAdmin else { return nil }
        if let maker, owner.isRoom { return maker }
        let sender = try await self.maker()
        return owner.isRoom || sender.isPlace ? try await services.store.mark(of: sender) : nil
    }

    /// Why alerts that are on are not looked for all the same, by number.
    func reasonsToRest(_ alerts: [Alert]) -> [Int: String] { reasonsToRest(alerts.compactMap(\.asQuery), .alerts) }

    private func reasonsToRest(_ queries: [MadeQuery], _ kind: StandingQueries.Kind) -> [Int: String] {
        let pairs = zip(queries, standing(queries, kind).reasons).compactMap { query, reason in
            reason.map { (query.number, localizer.text("query.rests", ["reason": .text(localizer.text($0))])) }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Why alerts that are on can never fire as things are, by number.
    func reasonsForSilence(_ alerts: [Alert], of owner: Owner) async throws -> [Int: String] {
        try await reasonsForSilence(alerts.compactMap(\.asQuery), .alerts, of: owner)
    }

    /// Why mutes of words mute nothing as things are, by number.
    func reasonsForSilence(_ mutes: [Mute], of owner: Owner) async throws -> [Int: String] {
        try await reasonsForSilence(mutes.compactMap(\.asQuery), .mutes, of: owner)
    }

    /// Feeds change their categories after a query was made, and so do those who follow them.
    private func reasonsForSilence(
        _ queries: [MadeQuery],
        _ kind: StandingQueries.Kind,
        of owner: Owner
    ) async throws -> [Int: String] {
        let categories = try await services.store.categoriesInSight(of: owner.recipient)
        let missing = queries.compactMap { query -> (Int, String)? in
            let parsed = try? AlertQuery(parsing: query.query, limits: options.queries)
            guard let category = parsed?.missingCategory(among: categories) else { return nil }
            return (query.number, localizer.text("query.categoryMissing", ["text": .text(category)]))
        }
        return reasonsToRest(queries, kind).merging(missing) { rests, _ in rests }
    }
}

extension Alert {
    /// Nil while it is off.
    fileprivate var asQuery: MadeQuery? { isOn ? MadeQuery(owner: recipientID, number: number, query: query) : nil }
}

extension Mute {
    /// Nil where no words are muted.
    fileprivate var asQuery: MadeQuery? {
        if case .words(let query) = subject { MadeQuery(owner: recipientID, number: number, query: query) } else { nil }
    }
}
