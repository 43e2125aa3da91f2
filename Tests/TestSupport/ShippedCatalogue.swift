package import Foundation
package import Localization

/// The locales of the source tree, read once in a process; for tests that do not reload them.
package enum ShippedCatalogue {
    package static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "locales")

    private static let loaded = Result { try Catalogue.load(directory: folder.path()) }

    package static func catalogue() throws -> Catalogue { try loaded.get() }

    /// What people say in searches, by its meaning.
    package static func searchPhrases() throws -> [String: [String]] { try catalogue().searchPhrases.byMeaning }
}
