package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Marks stories as read.
    ///
    /// The reading history is not changed.
    package func markRead(_ stories: [StoryID], by profile: ProfileID, at time: Date) async throws {
        try await write { db in
            for story in stories { try ReadMarks.set(story, isRead: true, by: profile, at: time, in: db) }
        }
    }
}
