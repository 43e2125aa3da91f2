internal import NewsModel
internal import Storage

/// Checks the folders and names of an imported list like those that somebody types.
struct ImportedNames: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// A list whose folders and names may all be used here.
    struct Checked {
        var feeds: [ListedFeed] = []
        /// Folders that are no categories here: their feeds have none.
        var foldersLeftOut: [String] = []
        /// Names that no feed can have here: their feeds have the names that they publish.
        var namesLeftOut: [String] = []
    }

    func checked(_ feeds: [ListedFeed], of owner: Owner) async throws -> Checked {
        var checked = Checked()
        let categories = try await categories(of: feeds.compactMap(\.category), owner, &checked)
        let taken = try await CategoryNaming(context).namesBesideFeeds(of: owner) + categories.values
        for var feed in feeds {
            feed.category = feed.category.flatMap { categories[CategoryNaming.folded($0)] }
            if let name = feed.name, try await !isFree(name, for: feed.url, beside: taken, owner) {
                checked.namesLeftOut.append(name)
                feed.name = nil
            }
            checked.feeds.append(feed)
        }
        return checked
    }

    /// The categories that folders become, by the folded names of these.
    private func categories(
        of folders: [String],
        _ owner: Owner,
        _ checked: inout Checked
    ) async throws -> [String: String] {
        var known = try await services.store.categories(of: owner.recipient).map(\.name)
        var categories: [String: String] = [:]
        var seen: Set<String> = []
        for folder in folders where seen.insert(CategoryNaming.folded(folder)).inserted {
            let own = known.count { NewsCategory(named: $0) == nil }
            guard let name = try await category(of: folder, owner),
                known.contains(name) || NewsCategory(named: name) != nil || own < owner.quotas.categories
            else {
                checked.foldersLeftOut.append(folder)
                continue
            }
            if !known.contains(name) { known.append(name) }
            categories[CategoryNaming.folded(folder)] = name
        }
        return categories
    }

    /// Nil if no category can be called so.
    private func category(of folder: String, _ owner: Owner) async throws -> String? {
        do { return try await CategoryNaming(context).meant(folder, of: owner) } catch is CommandError { return nil }
    }

    private func isFree(_ name: String, for url: String, beside taken: [String], _ owner: Owner) async throws -> Bool {
        let naming = CategoryNaming(context)
        do {
            if let feed = try await services.store.feed(url: url, in: .of(owner.recipient)) {
                _ = try await naming.feedName(name, for: feed, of: owner, beside: taken)
            } else {
                _ = try await naming.checked(name, of: owner, as: .feed, beside: taken)
            }
            return true
        } catch is CommandError {
            return false
        }
    }
}
