package import FeedRefresh
package import GameRooms
package import Localization
package import Logging
package import NewsModel
package import Storage

/// The rooms below that commands are done with.
package struct CommandServices: Sendable {
    package var store: Store
    package var catalogue: Catalogue
    package var networks: [String: any ChatNetwork]
    package var feeds: FeedSubscriber
    package var sources: SourceCatalogue
    /// Nil where no page is fetched: then stored texts and summaries are all there is.
    package var reader: ArticleReader?
    /// Nil where no quiz is played.
    package var quiz: QuizRooms?
    package var time: any TimeSource
    package var log: Logger
    private let currentOptions: Replaceable<CommandOptions>

    /// For all copies of this value.
    package var options: CommandOptions {
        get { currentOptions.value }
        nonmutating set { currentOptions.value = newValue }
    }

    package init(
        store: Store,
        catalogue: Catalogue,
        networks: [String: any ChatNetwork],
        feeds: FeedSubscriber,
        sources: SourceCatalogue = SourceCatalogue(),
        reader: ArticleReader? = nil,
        quiz: QuizRooms?,
        time: any TimeSource,
        log: Logger,
        options: CommandOptions
    ) {
        self.store = store
        self.catalogue = catalogue
        self.networks = networks
        self.feeds = feeds
        self.sources = sources
        self.reader = reader
        self.quiz = quiz
        self.time = time
        self.log = log
        currentOptions = Replaceable(options)
    }
}
