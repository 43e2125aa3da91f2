import Foundation
package import Logging
package import NewsModel
import ServiceLifecycle
package import Storage
import Waking

/// Adds the archives of new feeds to the full-text index, soon after they were stored.
///
/// It works in small steps, so that news can be stored in between.
package struct ArchiveIndexing: Service {
    private let store: Store
    private let time: any TimeSource
    private let log: Logger

    /// Seconds between two steps, and until it tries again after an error.
    private static let pause = 0.05
    private static let retry = 30.0

    package init(store: Store, time: any TimeSource, log: Logger) {
        self.store = store
        self.time = time
        self.log = log
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await WakeLoop(time: time, signals: [store.archivesChanged()]).run {
                do {
                    let isMore = try await store.indexSomeArticles() > 0
                    return isMore ? time.now.addingTimeInterval(Self.pause) : nil
                } catch {
                    if !Task.isCancelled { log.error("Articles not indexed", metadata: ["error": "\(error)"]) }
                    return time.now.addingTimeInterval(Self.retry)
                }
            }
        }
    }
}
