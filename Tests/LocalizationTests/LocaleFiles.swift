import Foundation

@testable import Localization

/// The repository's own locale files.
enum LocaleFiles {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let directory = root.appending(path: "locales").path

    static func catalogue() throws -> Catalogue { try Catalogue.load(directory: directory) }
}
