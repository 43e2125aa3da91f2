internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Names of feeds for examples that work when they are typed.
struct ExampleFeeds: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    private static let mostTried = 5

    /// A feed that an owner follows, else one of the default selection, as it is typed; else a placeholder.
    ///
    /// - Parameter isFollowed: whether the owner must follow it.
    func name(for owner: RecipientID?, followed isFollowed: Bool = false) async throws -> String {
        let sight = Sight.of(owner)
        for id in try await services.store.shownFeeds(in: sight).sorted().prefix(Self.mostTried) {
            if isFollowed {
                guard let owner, try await services.store.isFollowed(id, by: owner) else { continue }
            }
            if let feed = try await services.store.feed(id, in: sight), let name = TypedName.of(feed.name) {
                return name
            }
        }
        return localizer.text("feed.example")
    }
}
