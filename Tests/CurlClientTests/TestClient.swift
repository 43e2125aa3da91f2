import Testing

@testable import CurlClient

/// A client that may reach the loopback servers of the tests.
func loopbackClient(_ change: (inout HTTPClientOptions) -> Void = { _ in }) throws -> HTTPClient {
    var options = HTTPClientOptions(
        userAgent: "CrierTest/1",
        allowAddresses: [try #require(AddressRange("127.0.0.0/8"))]
    )
    change(&options)
    return HTTPClient(options: options)
}

/// The error of a fetch that has to fail.
func failure(
    _ client: HTTPClient,
    _ request: HTTPRequest,
    sourceLocation: SourceLocation = #_sourceLocation
) async -> HTTPClientError? {
    do {
        let response = try await client.fetch(request)
        Issue.record("got status \(response.status)", sourceLocation: sourceLocation)
        return nil
    } catch {
        return error
    }
}
