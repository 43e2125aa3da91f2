import Foundation
import Localization
import Logging
import NewsModel
import Synchronization
import TestSupport
import Testing
import WebEndpoint

@testable import crier

private final class Tokens: Sendable {
    private let seen = Mutex<[String]>([])
    var all: [String] { seen.withLock { $0 } }
    func add(_ token: String) { seen.withLock { $0.append(token) } }
}

@Suite(.timed) struct UnsubscribeEndpointTests {
    private let tokens = Tokens()

    private func endpoint(fails: Bool = false) throws -> UnsubscribeEndpoint {
        UnsubscribeEndpoint(
            options: WebEndpointOptions(host: "127.0.0.1", port: 0),
            pages: UnsubscribePages(catalogue: try ShippedCatalogue.catalogue()),
            unsubscribe: { [tokens] token in
                tokens.add(token)
                if fails { throw CocoaError(.fileWriteUnknown) }
                return token == "known1"
            },
            time: ManualTimeSource(),
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    private func ask(
        _ method: WebRequest.Method,
        _ path: String,
        body: String = "",
        language: String = "",
        fails: Bool = false
    ) async throws -> WebAnswer {
        let request = WebRequest(method: method, path: path, body: Array(body.utf8), acceptLanguage: language)
        return await (try endpoint(fails: fails)).answer(request)
    }

    @Test func `one click ends the mails`() async throws {
        let answer = try await ask(.post, "/unsubscribe/Known1", body: "List-Unsubscribe=One-Click")
        #expect(answer.status == 200 && answer.contentType == "text/html; charset=utf-8")
        #expect(answer.body.contains("no more news") && !answer.body.contains("<form"))
        #expect(tokens.all == ["known1"])
    }

    @Test func `a form of several parts is a click, too`() async throws {
        let body = "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n"
        #expect(try await ask(.post, "/known1", body: body).status == 200)
        #expect(tokens.all == ["known1"])
    }

    @Test func `nobody learns which tokens there are`() async throws {
        let known = try await ask(.post, "/known1", body: "List-Unsubscribe=One-Click")
        let unknown = try await ask(.post, "/other2", body: "List-Unsubscribe=One-Click")
        #expect(known == unknown)
        #expect(try await ask(.get, "/known1") == ask(.get, "/other2"))
    }

    @Test func `following the link ends nothing, and offers a button`() async throws {
        let answer = try await ask(.get, "/unsubscribe/known1")
        #expect(answer.status == 200 && tokens.all == [])
        #expect(answer.body.contains("<form method=\"post\" action=\"\">"))
        #expect(answer.body.contains("name=\"List-Unsubscribe\" value=\"One-Click\""))
        #expect(!answer.body.contains("known1"))
    }

    @Test(arguments: [
        ("", "en"), ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"), ("xx, de;q=0.5, zh-Hans;q=0.1", "zh-Hans"),
        ("en-GB, zh-Hans", "en"), ("\"><script>", "en"), (String(repeating: "a,", count: 4_000), "en"),
    ])
    func `the page speaks the browser's language`(accept: String, language: String) async throws {
        let answer = try await ask(.get, "/known1", language: accept)
        #expect(answer.body.contains("<html lang=\"\(language)\">") && !answer.body.contains("<script"))
    }

    @Test(arguments: ["/", "/a/", "/known1.html", "/kn%6fwn1", "/../x y", "/" + String(repeating: "a", count: 101)])
    func `what cannot be a token is not found`(path: String) async throws {
        #expect(try await ask(.get, path).status == 404)
        #expect(try await ask(.post, path, body: "List-Unsubscribe=One-Click").status == 404)
        #expect(tokens.all == [])
    }

    @Test func `a post that says something else ends nothing`() async throws {
        #expect(try await ask(.post, "/known1", body: "q=1").status == 400)
        #expect(tokens.all == [])
    }

    @Test func `what could not be done is not said to be`() async throws {
        let answer = try await ask(.post, "/known1", body: "List-Unsubscribe=One-Click", fails: true)
        #expect(answer.status == 503 && answer.body.contains("try again") && answer.body.contains("<form"))
    }
}
