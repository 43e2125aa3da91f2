internal import CCurl
internal import Glibc

/// One hop: configures the handle, collects the response within the limits, and answers exactly once.
final class HTTPTransfer: Transfer {
    let easy: EasyHandle

    private let hop: HTTPHop
    private let options: HTTPClientOptions
    private let answer: @Sendable (Result<HTTPHopResult, HTTPClientError>) -> Void
    private let proxy: ProxyRoute?
    private let socketGuard: SocketGuard?
    private let reservation: AddressReservation?
    private var body: [UInt8] = []
    private var headerBytes = 0
    private var overflow: HTTPClientError?
    private var isCutAtLimit = false

    init(
        hop: HTTPHop,
        options: HTTPClientOptions,
        addressLimiter: AddressLimiter? = nil,
        answer: @escaping @Sendable (Result<HTTPHopResult, HTTPClientError>) -> Void
    ) throws(HTTPClientError) {
        self.hop = hop
        self.options = options
        self.answer = answer
        proxy = ProxyRoute(options.proxy)
        guard proxy != nil || options.proxy.isEmpty else {
            // It may contain a password, so it is not part of the reason.
            throw .proxyFailed(reason: "its address is not a proxy's URL")
        }
        reservation = hop.trust == .stranger ? addressLimiter?.reserve() : nil
        socketGuard = Self.socketGuard(hop, options, proxy, reservation)
        // The proxy resolves names, so requests are spaced by the host's domain instead of its address.
        if proxy != nil, let reservation, !reservation.begin(AddressReservation.domain(of: hop.url.host)) {
            throw .addressBusy(host: hop.url.host, seconds: reservation.wait ?? 1)
        }
        easy = try EasyHandle()
        setTarget()
        setLimits()
        setCallbacks()
        socketGuard?.attach(to: easy)
    }

    private static func socketGuard(
        _ hop: HTTPHop,
        _ options: HTTPClientOptions,
        _ proxy: ProxyRoute?,
        _ reservation: AddressReservation?
    ) -> SocketGuard? {
        if let proxy {
            return SocketGuard { proxy.refusal(of: $0, port: $1) }
        }
        guard hop.trust == .stranger else { return nil }
        let addressGuard = AddressGuard(allowed: options.allowAddresses)
        return SocketGuard(reservation: reservation) { addressGuard.refusal(of: $0, port: $1) }
    }

    func finish(_ code: CURLcode) {
        reservation?.end()
        // A truncated body is useful: feeds are parsed as far as they arrived.
        let isTruncated = Self.truncationCodes.contains(code) && !body.isEmpty
        if overflow == nil, code == CURLE_OK || isTruncated || isCutAtLimit {
            let result = result(isTruncated: isTruncated)
            if proxy != nil, let refusal = ProxyRefusal.error(in: result.response, host: hop.url.host) {
                answer(.failure(refusal))
            } else {
                answer(.success(result))
            }
        } else {
            answer(.failure(overflow ?? error(code)))
        }
    }

    func fail(_ error: HTTPClientError) {
        reservation?.end()
        answer(.failure(error))
    }

    /// Adds bytes to the body; false ends the transfer.
    fileprivate func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= hop.limits.bodyBytes else {
            if hop.limits.keepsCutBody {
                body.append(contentsOf: bytes.prefix(hop.limits.bodyBytes - body.count))
                isCutAtLimit = true
            } else {
                overflow = .tooLarge(limit: hop.limits.bodyBytes)
            }
            return false
        }
        if body.isEmpty, let length = easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T), length > bytes.count {
            // The announced length may be wrong, so at most a megabyte is reserved.
            body.reserveCapacity(min(length, hop.limits.bodyBytes, 1 << 20))
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// Counts the bytes of one header line; false ends the transfer.
    fileprivate func receive(headerOf count: Int) -> Bool {
        headerBytes += count
        guard headerBytes <= hop.limits.headerBytes else {
            overflow = .headersTooLarge(limit: hop.limits.headerBytes)
            return false
        }
        return true
    }

    private func setTarget() {
        easy.set(CURLOPT_URL, hop.url.text)
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_FOLLOWLOCATION, 0)
        // Always set: libcurl would otherwise read http_proxy and no_proxy from the environment.
        easy.set(CURLOPT_PROXY, proxy?.url ?? "")
        easy.set(CURLOPT_NOPROXY, "")
        if !options.knownAddresses.isEmpty {
            easy.set(CURLOPT_RESOLVE, lines: options.knownAddresses)
        }
        easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        easy.set(CURLOPT_USERAGENT, options.userAgent)
        // Empty means every encoding that libcurl can decompress.
        easy.set(CURLOPT_ACCEPT_ENCODING, "")
        easy.set(CURLOPT_HTTPHEADER, lines: hop.headerLines)
        easy.set(CURLOPT_SSL_VERIFYPEER, 1)
        easy.set(CURLOPT_SSL_VERIFYHOST, 2)
        if let caFile = options.caFile, !caFile.isEmpty {
            easy.set(CURLOPT_CAINFO, caFile)
        }
        if hop.method != .get {
            let body = hop.body ?? []
            easy.set(CURLOPT_POST, 1)
            easy.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: body.count)
            easy.setCopy(CURLOPT_COPYPOSTFIELDS, body)
            easy.set(CURLOPT_CUSTOMREQUEST, hop.method.rawValue)
        }
    }

    private func setLimits() {
        easy.set(CURLOPT_TIMEOUT_MS, milliseconds(hop.limits.totalSeconds))
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(hop.limits.connectSeconds))
        easy.set(CURLOPT_TCP_KEEPALIVE, 1)
    }

    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        easy.set(CURLOPT_WRITEDATA, pointer: context)
        easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let context, let bytes else { return 0 }
            let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
        easy.set(CURLOPT_HEADERDATA, pointer: context)
        easy.set(CURLOPT_HEADERFUNCTION) { _, size, count, context in
            guard let context else { return 0 }
            let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.receive(headerOf: size * count) ? size * count : 0
        }
    }

    private func milliseconds(_ seconds: Double) -> Int {
        // 0 would mean "no limit" for libcurl.
        Int(max(1, min(seconds * 1000, 86_400_000)))
    }

    private static let truncationCodes = [CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_HTTP2_STREAM, CURLE_HTTP2]
}

extension HTTPTransfer {
    private func result(isTruncated: Bool) -> HTTPHopResult {
        let response = HTTPResponse(
            status: easy.long(CURLINFO_RESPONSE_CODE),
            headers: headers(),
            body: body,
            finalURL: hop.url.text,
            redirects: [],
            isTruncated: isTruncated && !isCutAtLimit,
            isCutAtLimit: isCutAtLimit,
            protocolVersion: protocolVersion()
        )
        // libcurl's value keeps bytes that are not UTF-8, but it is missing if the body was truncated.
        let location = easy.string(CURLINFO_REDIRECT_URL) ?? response.headers["Location"]
        return HTTPHopResult(response: response, location: location, seconds: easy.seconds(CURLINFO_TOTAL_TIME_T))
    }

    /// The header fields of the final response, without those of CONNECT and 1xx responses and without trailers.
    private func headers() -> HTTPHeaders {
        var fields: [(name: String, value: String)] = []
        var previous: UnsafeMutablePointer<curl_header>?
        while let header = curl_easy_nextheader(easy.pointer, UInt32(CURLH_HEADER), -1, previous) {
            // libcurl 7.88 leaves a line end in the value of an empty field.
            let value = String(cString: header.pointee.value)
            fields.append((String(cString: header.pointee.name), value == "\r" || value == "\n" ? "" : value))
            previous = header
        }
        return HTTPHeaders(fields)
    }

    private func protocolVersion() -> String {
        switch easy.long(CURLINFO_HTTP_VERSION) {
        case Int(CURL_HTTP_VERSION_1_0): "HTTP/1.0"
        case Int(CURL_HTTP_VERSION_1_1): "HTTP/1.1"
        case Int(CURL_HTTP_VERSION_2_0): "HTTP/2"
        default: ""
        }
    }

    private func error(_ code: CURLcode) -> HTTPClientError {
        if let refused = socketGuard?.refused {
            return refused
        }
        if let seconds = socketGuard?.busy {
            return .addressBusy(host: hop.url.host, seconds: seconds)
        }
        let reason = easy.reason(code)
        if proxy != nil, let failure = proxyFailure(code, reason) {
            return failure
        }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: return .couldNotResolve(host: hop.url.host)
        case CURLE_COULDNT_CONNECT:
            let number = Int32(truncatingIfNeeded: easy.long(CURLINFO_OS_ERRNO))
            if number == ECONNREFUSED {
                return .connectionRefused
            }
            return .couldNotConnect(reason: number == 0 ? reason : "\(reason) (\(String(cString: strerror(number))))")
        case CURLE_OPERATION_TIMEDOUT: return .timedOut
        case CURLE_SSL_CONNECT_ERROR where reason.contains("SYSCALL") || reason.contains("reset"):
            return .connectionLost(reason: reason)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_SHUTDOWN_FAILED,
            CURLE_SSL_CRL_BADFILE:
            return .tlsFailed(reason: reason)
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2,
            CURLE_HTTP2_STREAM:
            return .connectionLost(reason: reason)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WRITE_ERROR:
            return .malformedResponse(reason: reason)
        case CURLE_URL_MALFORMAT: return .invalidURL
        default: return .libraryFailure(reason: reason)
        }
    }

    private func proxyFailure(_ code: CURLcode, _ reason: String) -> HTTPClientError? {
        let status = easy.long(CURLINFO_HTTP_CONNECTCODE)
        if status >= 300 {
            return ProxyRefusal.error(status: status, cause: "", host: hop.url.host)
        }
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT: return .proxyFailed(reason: reason)
        case CURLE_PROXY:
            return ProxyRefusal.error(socksReply: easy.long(CURLINFO_PROXY_ERROR), host: hop.url.host)
                ?? .proxyFailed(reason: reason)
        default: return nil
        }
    }
}
