import CurlClient
import Foundation
import Logging
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

@Suite(.timed) struct LogSecretTests {
    @Test func `a token in an address is in no line of the log, however the check ends`() async throws {
        let harness = try RefreshHarness()
        let book = LogLines()
        let options = FetchOptions(hostSpacing: 0, allowAddresses: [try #require(AddressRange("127.0.0.0/8"))])
        let refresher = FeedRefresher(
            store: harness.store,
            client: harness.client,
            options: options,
            time: harness.time,
            log: book.logger
        )
        let site = NewsSite()
        site.show(.init("First headline"))
        let answers: [LocalWebServer.Response?] = [
            nil, nil, .status(500), .status(404), .ok("<html>no feed</html>"),
            .status(301, headers: [("Location", "http://127.0.0.1:1/moved-s3cret")]),
            .status(301, headers: [("Location", "http://user:s3cret@127.0.0.1:1/moved")]),
        ]
        let feed = try await harness.feed("/feed?token=s3cret", site)
        for answer in answers {
            harness.server.respond(to: "/feed?token=s3cret") { answer ?? site.answer($0) }
            harness.server.respond(to: "/feed") { answer ?? site.answer($0) }
            harness.time.advance(by: 86_400)
            _ = try await refresher.refreshNow(feed.id, deadline: harness.time.now + 60)
        }
        #expect(book.text.contains("Feed refreshed") && book.text.contains("Feed failed"))
        #expect(book.text.contains("127.0.0.1"))
        #expect(!book.text.contains("s3cret"))
    }

    @Test(arguments: [
        "http://exa mple.org/?token=s3cret", "http:s3cret@", "exa mple/s3cret", "http://127.0.0.1:99999/s3cret",
        "ftp://127.0.0.1/s3cret", "http://user:s3cret@127.0.0.1/", "http://127.0.0.1:1/s3cret",
    ])
    func `what is no address, or refused, is not repeated by the error that is logged`(_ text: String) async throws {
        let (harness, book) = (try RefreshHarness(), LogLines())
        let error = await #expect(throws: HTTPClientError.self) {
            try await harness.client.fetch(HTTPRequest(url: text))
        }
        book.logger.error("Not fetched", metadata: ["error": "\(String(describing: error))"])
        #expect(book.text.contains("Not fetched") && !book.text.contains("s3cret"), "\(book.text)")
    }
}
