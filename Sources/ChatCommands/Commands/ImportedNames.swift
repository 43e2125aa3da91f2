internal import Foundation
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
        // They are read once, however many folders and names there are.
        var names = try await CategoryNaming(context).names(of: owner)
        let categories = try await categories(of: feeds.compactMap(\.category), owner, beside: &names, &checked)
        for var feed in feeds {
            feed.category = feed.category.flatMap { categories[CategoryNaming.folded($0)] }
            if let name = feed.name, try await !isFree(name, for: feed.url, beside: names, owner) {
                checked.namesLeftOut.append(name)
                feed.name = nil
            }
            checked.feeds.append(feed)
        }
        return checked
    }

    /// The categories that folders become, by the folded names of these; `names` has those that are new, too.
    private func categories(
        of folders: [String],
        _ owner: Owner,
        beside names: inout CategoryNaming.Names,
        _ checked: inout Checked
    ) async throws -> [String: String] {
        var categories: [String: String] = [:]
        var seen: Set<String> = []
        for folder in folders where seen.insert(CategoryNaming.folded(folder)).inserted {
            guard let name = try await category(of: folder, owner, beside: names) else {
                checked.foldersLeftOut.append(folder)
                continue
            }
            if !names.categories.contains(name) { names.categories.append(name) }
            categories[CategoryNaming.folded(folder)] = name
        }
        return categories
    }

    /// Nil if no category can be called so, or the owner has as many as they may have.
    ///
    /// A folder that is called like a sport becomes the category of sports.
    private func category(
        of folder: String,
        _ owner: Owner,
        beside names: CategoryNaming.Names
    ) async throws -> String? {
        do {
            return try await CategoryNaming(context).meant(folder, of: owner, beside: names)
        } catch CommandError.nameOfSport(_, _) {
            return NewsCategory.sports.rawValue.capitalized
        } catch is CommandError {
            return nil
        }
    }

    private func isFree(
        _ name: String,
        for url: String,
        beside names: CategoryNaming.Names,
        _ owner: Owner
    ) async throws -> Bool {
        let naming = CategoryNaming(context)
        do {
            if let feed = try await services.store.feed(url: url, in: .of(owner.recipient)) {
                _ = try await naming.feedName(name, for: feed, of: owner, beside: names)
            } else {
                _ = try await naming.checked(name, of: owner, as: .feed, beside: names)
            }
            return true
        } catch is CommandError {
            return false
        }
    }
}
