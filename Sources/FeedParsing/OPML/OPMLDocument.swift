/// A list of feeds in folders, as programs exchange it (OPML 2.0, opml.org/spec2.opml).
package struct OPMLDocument: Sendable, Equatable {
    /// An attribute or head element kept as it came.
    package struct Member: Sendable, Equatable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package struct Outline: Sendable, Equatable {
        /// In the document's order; `xmlUrl` and the others among them.
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

        /// `xmlUrl`; some programs write a feed's address as `url`.
        package var feedURL: String? { value("xmlUrl") ?? (isLink ? nil : value("url")) }

        private var type: String { value("type")?.lowercased() ?? "" }
        private var isLink: Bool {
            type == "link" || type == "include" || value("url").map(OPMLDocument.isList) == true
        }

        /// Another list that this one includes (OPML 2.0, inclusion).
        fileprivate var listURL: String? { value("xmlUrl") == nil && isLink ? value("url") : nil }
    }

    /// One feed with the folders it stands in.
    package struct Feed: Sendable, Equatable {
        package var url: String
        package var title: String?
        package var homePageURL: String?
        /// Folder names from the outermost; empty at the top.
        package var folders: [String]
        /// The `category` attribute, each a path of names.
        package var categories: [[String]]

        /// The folders and the categories, each path once.
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
    /// The rest of the head in order, such as `dateCreated` and `ownerName`.
    package var head: [Member] = []
    package var outlines: [Outline] = []

    package init(title: String? = nil, outlines: [Outline] = []) {
        self.title = title
        self.outlines = outlines
    }

    /// Every feed of the list, in order, each address once; folders it stands in again count as categories.
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

    /// Paths of one feed.
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

    /// Every outline with the names of the folders it stands in.
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

    /// `/News/World,Politics`: paths divided by commas.
    private static func categories(_ text: String?) -> [[String]] {
        (text ?? "").split(separator: ",", maxSplits: mostCategories).prefix(mostCategories).map { path in
            path.split(separator: "/").map { String($0.trimmingSpace()) }.filter { !$0.isEmpty }
        }.filter { !$0.isEmpty }
    }
}
