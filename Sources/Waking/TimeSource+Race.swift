package import Foundation
package import NewsModel

extension TimeSource {
    /// The result of the work, or nil at the deadline; the work is cancelled then.
    ///
    /// Throws what the work throws, and `CancellationError` when the caller is cancelled.
    package func race<Value: Sendable>(
        until deadline: Date,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await sleep(until: deadline)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
