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
        package var feedURL: String? { value("xmlUrl") }
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

    /// Every feed of the list, in order, each address once.
    package var feeds: [Feed] {
        var found: [Feed] = []
        var seen: Set<String> = []
        func collect(_ outlines: [Outline], _ folders: [String]) {
            for outline in outlines {
                if let url = outline.feedURL, seen.insert(url).inserted {
                    found.append(
                        Feed(
                            url: url,
                            title: outline.title,
                            homePageURL: outline.value("htmlUrl"),
                            folders: folders,
                            categories: Self.categories(outline.value("category"))
                        )
                    )
                }
                let folder = outline.feedURL == nil ? outline.title : nil
                collect(outline.children, folder.map { folders + [$0] } ?? folders)
            }
        }
        collect(outlines, [])
        return found
    }

    /// `/News/World,Politics`: paths divided by commas.
    private static func categories(_ text: String?) -> [[String]] {
        (text ?? "").split(separator: ",").map { path in
            path.split(separator: "/").map { String($0.trimmingSpace()) }.filter { !$0.isEmpty }
        }.filter { !$0.isEmpty }
    }
}
