package import CurlClient

/// Sends requests to one homeserver's client-server API.
package struct Homeserver: Sendable {
    /// Scheme, host, port and perhaps a path, without a trailing slash.
    package let baseURL: String
    private let client: HTTPClient

    package init(baseURL: String, client: HTTPClient) {
        var base = baseURL[...]
        while base.last == "/" { base.removeLast() }
        self.baseURL = String(base)
        self.client = client
    }

    /// Finds the server for a configured URL or server name; asks `/.well-known/matrix/client` where needed.
    package static func discover(_ address: String, client: HTTPClient) async -> MatrixOutcome<Homeserver> {
        let isURL = address.lowercased().hasPrefix("http://") || address.lowercased().hasPrefix("https://")
        let given = Homeserver(baseURL: isURL ? address : "https://" + address, client: client)
        if isURL {
            let answer = await given.perform(.versions, token: nil)
            if answer.value?["versions"]?.array != nil { return .success(given) }
            // Only a server that answers and does not know the API can redirect us by its well-known file.
            guard case .refused(let refusal) = answer, refusal.status == 404 else {
                return answer.map { _ in nil as Homeserver? }
            }
        }
        let answer = await given.perform(.wellKnown, token: nil)
        if case .refused(let refusal) = answer, refusal.status == 404, !isURL { return .success(given) }
        return answer.map { json in
            json["m.homeserver"]?["base_url"]?.string.map { Homeserver(baseURL: $0, client: client) }
        }
    }

    package func perform(_ request: MatrixRequest, token: String?) async -> MatrixOutcome<JSONValue> {
        await perform(request, accepting: "application/json", token: token) {
            $0.isTruncated ? nil : JSONValue($0.body)
        }
    }

    /// The bytes of a file; a longer file is cut at the request's limit.
    func download(_ request: MatrixRequest, token: String?) async -> MatrixOutcome<[UInt8]> {
        await perform(request, accepting: "*/*", token: token) { $0.isTruncated ? nil : $0.body }
    }

    private func perform<Value: Sendable>(
        _ request: MatrixRequest,
        accepting type: String,
        token: String?,
        read: (HTTPResponse) -> Value?
    ) async -> MatrixOutcome<Value> {
        var headers = [("Accept", type)]
        if let token { headers.append(("Authorization", "Bearer " + token)) }
        var body: [UInt8]?
        switch request.body {
        case .none: break
        case .json(let json):
            body = Array(json.text.utf8)
            headers.append(("Content-Type", "application/json"))
        case .file(let bytes, let type):
            body = bytes
            headers.append(("Content-Type", type))
        }
        var limits = HTTPLimits(bodyBytes: request.answerLimit, redirects: 3, totalSeconds: request.deadline)
        limits.keepsCutBody = Value.self == [UInt8].self
        do {
            let response = try await client.fetch(
                HTTPRequest(
                    url: baseURL + request.target,
                    method: request.method,
                    headers: headers,
                    body: body,
                    limits: limits,
                    trust: .trusted
                )
            )
            return MatrixOutcome(response, isAnswerToGet: request.method == .get, read)
        } catch {
            if case .tooLarge = error { return .unavailable(reason: cutAnswer, mayHaveArrived: true) }
            return .unavailable(reason: error.description, mayHaveArrived: error.mayHaveArrived)
        }
    }
}

extension MatrixOutcome {
    init(_ response: HTTPResponse, isAnswerToGet: Bool, _ read: (HTTPResponse) -> Value?) {
        if (200..<300).contains(response.status) {
            if let value = read(response) {
                self = .success(value)
            } else if response.isTruncated {
                self = .unavailable(reason: cutAnswer, mayHaveArrived: true)
            } else {
                self = .unavailable(reason: "an answer that cannot be read", mayHaveArrived: true)
            }
            return
        }
        let json = response.isTruncated ? nil : JSONValue(response.body)
        let code = json?["errcode"]?.string ?? ""
        switch response.status {
        case 429:
            let header = response.headers["Retry-After"].flatMap { Double($0) }
            let seconds = json?["retry_after_ms"]?.double.map { $0 / 1_000 } ?? header ?? 5
            self = .limited(seconds: seconds.isFinite ? min(max(seconds, 0.1), 3_600) : 5)
        case 401 where code == "M_UNKNOWN_TOKEN" || code == "M_MISSING_TOKEN":
            self = .loggedOut(isSoft: json?["soft_logout"]?.bool ?? false)
        // A proxy whose homeserver is down answers 404 or 403 with its own text: the homeserver has refused nothing.
        case 400..<500 where code.isEmpty && response.status != 413 && !(response.status == 404 && isAnswerToGet):
            self = .unavailable(reason: "HTTP \(response.status)", mayHaveArrived: false)
        case 400..<500 where Self.passing.contains(code):
            self = .unavailable(reason: code, mayHaveArrived: false)
        case 400..<500 where response.status != 408:
            let message = json?["error"]?.string ?? ""
            self = .refused(
                MatrixRefusal(
                    status: response.status,
                    code: String(code.prefix(100)),
                    message: String(message.prefix(300))
                )
            )
        default:
            self = .unavailable(reason: "HTTP \(response.status)", mayHaveArrived: true)
        }
    }
}

extension MatrixOutcome {
    /// Error codes of a temporary problem with our account.
    ///
    /// They do not answer the request itself.
    private static var passing: Set<String> {
        ["M_RESOURCE_LIMIT_EXCEEDED", "M_CONSENT_NOT_GIVEN", "M_USER_SUSPENDED", "M_USER_LOCKED"]
    }
}

extension HTTPClientError {
    fileprivate var mayHaveArrived: Bool {
        switch self {
        case .invalidURL, .refusedURL, .refusedAddress, .invalidRequest, .couldNotResolve, .connectionRefused,
            .couldNotConnect, .tlsFailed, .proxyFailed, .overloaded, .addressBusy:
            false
        case .connectionLost, .timedOut, .malformedResponse, .tooLarge, .headersTooLarge, .tooManyRedirects,
            .noTurn, .cancelled, .shutDown, .libraryFailure:
            true
        }
    }
}
