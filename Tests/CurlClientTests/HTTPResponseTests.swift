import Foundation
import Testing

@testable import CurlClient

@Suite struct HTTPResponseTests {
    private func response(_ fields: (String, String)...) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: HTTPHeaders(fields.map { (name: $0.0, value: $0.1) }),
            body: [],
            finalURL: "https://example.org/",
            redirects: [],
            isTruncated: false,
            isCutAtLimit: false,
            protocolVersion: "HTTP/1.1"
        )
    }

    @Test func `headers are found whatever their case`() {
        let response = response(("eTAG", "\"a\""), ("last-modified", "yesterday"), ("ETag", "\"b\""))
        #expect(response.etag == "\"a\"")
        #expect(response.lastModified == "yesterday")
        #expect(response.headers.values("etag") == ["\"a\"", "\"b\""])
    }

    @Test(
        arguments: [
            ("max-age=300", 300), ("public, MAX-AGE = 60 , must-revalidate", 60), ("no-cache", 0),
            ("max-age=5, no-store", 0),
            ("max-age=\"7\"", 7), ("max-age=99999999999999999999999999", 31_536_000), ("max-age=-1", nil),
            ("max-age=", nil),
            ("private", nil), (",,=,", nil), ("x-max-age=3", nil), ("max-age=1, max-age=9", 1),
        ] as [(String, Double?)]
    )
    func `Cache-Control says how long an answer is fresh`(_ value: String, _ seconds: Double?) {
        #expect(response(("Cache-Control", value)).cacheMaxAge == seconds)
    }

    @Test(
        arguments: [
            ("120", 1_000_120), ("0", 1_000_000), ("Mon, 12 Jan 1970 13:47:40 GMT", 1_000_060),
            ("99999999999999999999", 1_000_000 + 31_536_000), ("-5", nil), ("soon", nil), ("", nil),
        ] as [(String, Double?)]
    )
    func `Retry-After is read as seconds or a date`(_ value: String, _ moment: Double?) {
        let now = Date(timeIntervalSince1970: 1_000_000)
        #expect(response(("Retry-After", value)).retryAfter(now: now)?.timeIntervalSince1970 == moment)
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("0", nil), ("-1", nil), ("never", nil),
        ] as [(String, Double?)]
    )
    func `Expires is read in all three forms of an HTTP date`(_ value: String, _ moment: Double?) {
        #expect(response(("Expires", value)).expires?.timeIntervalSince1970 == moment)
    }

    @Test func `links are read from Link headers`() {
        let links = response(
            ("Link", "</feed.xml>; rel=\"alternate\"; type=\"application/rss+xml\"; title=\"A, \\\"B\\\"; C\""),
            ("Link", "<https://hub.example/>;rel=hub,<https://self.example/>; REL = \"Self first\" ; rel=no; flag"),
            ("Link", "nothing"),
            ("Link", "<unclosed"),
            ("Link", "<>; rel=\"open"),
            ("Link", "<a>;")
        ).linkHeaders
        #expect(
            links == [
                HTTPLink(
                    target: "/feed.xml",
                    relations: ["alternate"],
                    type: "application/rss+xml",
                    title: "A, \"B\"; C"
                ),
                HTTPLink(target: "https://hub.example/", relations: ["hub"], type: nil, title: nil),
                HTTPLink(target: "https://self.example/", relations: ["self", "first"], type: nil, title: nil),
                HTTPLink(target: "", relations: ["open"], type: nil, title: nil),
                HTTPLink(target: "a", relations: [], type: nil, title: nil),
            ]
        )
    }
}
