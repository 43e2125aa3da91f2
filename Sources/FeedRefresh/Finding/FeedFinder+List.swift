import CurlClient
import Foundation
import NewsModel
import Storage

extension FeedFinder {
    /// The bytes behind an address, asked for once and through the address guard.
    func document(at url: String, deadline: Date) async -> Result<[UInt8], FeedFetchError> {
        guard let address = Self.addresses(meant: url).first else { return .failure(.init(failure: .notFound)) }
        let fetched = await withTaskGroup(of: Result<[UInt8], FeedFetchError>?.self) { group in
            group.addTask { await body(of: address) }
            group.addTask {
                try? await time.sleep(until: deadline)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        return fetched ?? .failure(FeedFetchError(failure: .timedOut))
    }

    private func body(of address: String) async -> Result<[UInt8], FeedFetchError> {
        let accept = "text/x-opml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1"
        do {
            let response = try await client.fetch(HTTPRequest(url: address, headers: [("Accept", accept)]))
            guard (200..<300).contains(response.status) else {
                return .failure(FeedFetchError(failure: FeedFailure(response)))
            }
            return .success(response.body)
        } catch {
            return .failure(FeedFetchError(failure: FeedFailure(error) ?? .timedOut))
        }
    }
}
