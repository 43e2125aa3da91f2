import CurlClient
import Foundation
import NewsModel
import Storage

extension FeedFinder {
    /// The bytes behind an address, asked for once and through the address guard.
    func document(at url: String, deadline: Date) async -> Result<[UInt8], FeedFetchError> {
        guard let address = Self.addresses(meant: url).first else { return .failure(.init(failure: .notFound)) }
        let fetched = await withTaskGroup(of: Result<[UInt8], FeedFetchError>?.self) { group in
            group.addTask { await body(of: address, deadline: deadline) }
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

    private func body(of address: String, deadline: Date) async -> Result<[UInt8], FeedFetchError> {
        let accept = "text/x-opml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1"
        guard await turn(Self.host(of: address), deadline) else { return .failure(.init(failure: .timedOut)) }
        do {
            let request = HTTPRequest(url: address, headers: [("Accept", accept)])
            let response = try await client.fetch(request) { await turn($0, deadline) }
            guard (200..<300).contains(response.status) else {
                return .failure(FeedFetchError(failure: FeedFailure(response)))
            }
            return .success(response.body)
        } catch {
            return .failure(FeedFetchError(failure: FeedFailure(error) ?? .timedOut))
        }
    }
}
