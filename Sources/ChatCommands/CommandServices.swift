package import Editorial
package import FeedRefresh
package import GameRooms
package import Localization
package import Logging
package import NewsModel
package import Storage

/// Services that commands use.
package struct CommandServices: Sendable {
    package var store: Store
    package var catalogue: Catalogue
    package var networks: [String: any ChatNetwork]
    /// How rooms are named, also on networks that do not run.
    package var rooms: RoomMarks
    package var feeds: FeedSubscriber
    package var sources: SourceCatalogue
    /// Nil if no pages are fetched; only stored texts and summaries are shown then.
    package var reader: ArticleReader?
    /// Nil if the places of the world are not known.
    package var places: PlaceFinder?
    /// Nil if no games are played.
    package var games: GameTables?
    package var time: any TimeSource
    package var log: Logger
    let searchBooks = SearchPhraseBooks()
    let nameBooks = CatalogueNameBooks()
    private let currentOptions: Replaceable<CommandOptions>

    /// The current options, shared by all copies of this value.
    package var options: CommandOptions {
        get { currentOptions.value }
        nonmutating set { currentOptions.value = newValue }
    }

    package init(
        store: Store,
        catalogue: Catalogue,
        networks: [String: any ChatNetwork],
        rooms: RoomMarks,
        feeds: FeedSubscriber,
        sources: SourceCatalogue = SourceCatalogue(),
        reader: ArticleReader? = nil,
        places: PlaceFinder? = nil,
        games: GameTables? = nil,
        time: any TimeSource,
        log: Logger,
        options: CommandOptions
    ) {
        self.store = store
        self.catalogue = catalogue
        self.networks = networks
        self.rooms = rooms
        self.feeds = feeds
        self.sources = sources
        self.reader = reader
        self.places = places
        self.games = games
        self.time = time
        self.log = log
        currentOptions = Replaceable(options)
    }

    /// Nil if there are no puzzles.
    package var puzzles: PuzzleTables? { games?.puzzles }

    /// Erases a person from the database and from the rounds that are being played; returns the accounts they had.
    @discardableResult
    func erase(_ profile: ProfileID) async throws -> [Identity] {
        let accounts = try await store.identities(of: profile)
        try await games?.forget(Set(accounts.map { "\($0.network):\($0.account)" }), of: profile)
        try await store.erase(profile)
        return accounts
    }
}
