/// A list of feeds in folders, in the format that feed readers exchange (OPML 2.0, opml.org/spec2.opml).
package struct OPMLDocument: Sendable, Equatable {
    /// An attribute or head element, unchanged.
    package struct Member: Sendable, Equatable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package struct Outline: Sendable, Equatable {
        /// All attributes in the document's order, such as `xmlUrl`.
        package var attributes: [Member]
        package var children: [Outline]

        package init(attributes: [Member] = [], children: [Outline] = []) {
            self.attributes = attributes
            self.children = children
        }

        /// The value of an attribute in any letter case, trimmed; nil when absent or empty.
        package func value(_ name: String) -> String? {
            let wanted = name.lowercased()
            guard let found = attributes.first(where: { $0.name.lowercased() == wanted }) else { return nil }
            let value = found.value.trimmingSpace()
            return value.isEmpty ? nil : String(value)
        }

        package var title: String? { value("text") ?? value("title") }

        /// `xmlUrl`; some programs use `url` for a feed's address.
        package var feedURL: String? { value("xmlUrl") ?? (isLink ? nil : value("url")) }

        private var type: String { value("type")?.lowercased() ?? "" }
        private var isLink: Bool {
            type == "link" || type == "include" || value("url").map(OPMLDocument.isList) == true
        }

        /// Another list that this one includes (OPML 2.0, inclusion).
        fileprivate var listURL: String? { value("xmlUrl") == nil && isLink ? value("url") : nil }
    }

    /// One feed and the folders that contain it.
    package struct Feed: Sendable, Equatable {
        package var url: String
        package var title: String?
        package var homePageURL: String?
        /// The names of the folders, the outermost first; empty at the top level.
        package var folders: [String]
        /// The paths of the `category` attribute.
        package var categories: [[String]]

        /// The folders and the categories, without repeated paths.
        package var allCategories: [[String]] {
            categories.reduce(into: folders.isEmpty ? [] : [folders]) { all, path in
                if !all.contains(path) { all.append(path) }
            }
        }
    }

    /// An address with its title.
    package struct Link: Sendable, Equatable {
        package var url: String
        package var title: String?
    }

    package var version = "2.0"
    package var title: String?
    /// The other elements of the head in order, such as `dateCreated` and `ownerName`.
    package var head: [Member] = []
    package var outlines: [Outline] = []

    package init(title: String? = nil, outlines: [Outline] = []) {
        self.title = title
        self.outlines = outlines
    }

    /// All feeds in order, each address once; further folders of the same feed count as categories.
    package var feeds: [Feed] {
        var found: [Feed] = []
        var places: [String: Int] = [:]
        forEach { outline, folders in
            guard let url = outline.feedURL else { return }
            let categories = Self.categories(outline.value("category"))
            if let place = places[url] {
                let more = (folders.isEmpty ? [] : [folders]) + categories
                for path in more where found[place].categories.count < Self.mostCategories {
                    if !found[place].allCategories.contains(path) { found[place].categories.append(path) }
                }
                return
            }
            places[url] = found.count
            found.append(
                Feed(
                    url: url,
                    title: outline.title,
                    homePageURL: outline.value("htmlUrl"),
                    folders: folders,
                    categories: categories
                )
            )
        }
        return found
    }

    /// The most category paths of one feed.
    private static let mostCategories = 50

    /// Other lists that this one includes.
    package var lists: [Link] {
        links { $0.listURL }
    }

    /// Sites that are listed without a feed.
    package var opportunities: [Link] {
        links { $0.feedURL == nil && $0.listURL == nil ? $0.value("htmlUrl") : nil }
    }

    private func links(_ address: (Outline) -> String?) -> [Link] {
        var found: [Link] = []
        var seen: Set<String> = []
        forEach { outline, _ in
            if let url = address(outline), seen.insert(url).inserted {
                found.append(Link(url: url, title: outline.title))
            }
        }
        return found
    }

    /// Visits every outline with the names of the folders that contain it.
    private func forEach(_ visit: (Outline, [String]) -> Void) {
        func walk(_ outlines: [Outline], _ folders: [String]) {
            for outline in outlines {
                visit(outline, folders)
                guard !outline.children.isEmpty else { continue }
                let folder = outline.feedURL == nil ? outline.title : nil
                walk(outline.children, folder.map { folders + [$0] } ?? folders)
            }
        }
        walk(outlines, [])
    }

    private static func isList(_ url: String) -> Bool {
        url.prefix { $0 != "?" && $0 != "#" }.lowercased().hasSuffix(".opml")
    }

    /// `/News/World,Politics`: paths separated by commas.
    private static func categories(_ text: String?) -> [[String]] {
        (text ?? "").split(separator: ",", maxSplits: mostCategories).prefix(mostCategories).map { path in
            path.split(separator: "/").map { String($0.trimmingSpace()) }.filter { !$0.isEmpty }
        }.filter { !$0.isEmpty }
    }
}
