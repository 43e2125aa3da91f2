package import Foundation

/// An article that somebody keeps.
package struct SavedArticle: Hashable, Sendable {
    package var listed: ListedArticle
    package var note: String?
    /// In lower case, without `#`.
    package var tags: [String]
    package var savedAt: Date

    package init(listed: ListedArticle, note: String? = nil, tags: [String] = [], savedAt: Date) {
        self.listed = listed
        self.note = note
        self.tags = tags
        self.savedAt = savedAt
    }
}
