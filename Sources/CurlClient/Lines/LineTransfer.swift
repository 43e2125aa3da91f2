internal import CCurl
internal import Parallelism

/// One exchange: configures the handle, reports both sides to the observer, and answers exactly once.
final class LineTransfer: Transfer {
    struct Answer: Sendable {
        let code: CURLcode?
        let reason: String
        let observer: any LineObserver
        let body: [UInt8]
        let isOverLimit: Bool
        let isFullyWritten: Bool
        let isNewConnection: Bool
    }

    let easy: EasyHandle

    private let exchange: LineExchange
    private let stop: StopFlag
    private let answer: @Sendable (Answer) -> Void
    private var observer: any LineObserver
    private var body: [UInt8] = []
    private var bytesRead = 0
    private var isFullyWritten = false
    private var isOverLimit = false
    /// libcurl ignores its time limits while it waits for some answers, so the progress callback checks this deadline.
    private var deadline: ContinuousClock.Instant

    init(
        exchange: LineExchange,
        options: LineConnectionOptions,
        login: LineLogin?,
        observer: any LineObserver,
        stop: StopFlag,
        answer: @escaping @Sendable (Answer) -> Void
    ) throws(HTTPClientError) {
        self.exchange = exchange
        self.observer = observer
        self.stop = stop
        self.answer = answer
        deadline = .now + .seconds(options.limits.total + 1)
        easy = try EasyHandle()
        setTarget()
        setConnection(options)
        setLogin(login)
        setCallbacks()
    }

    deinit {
        // libcurl also reports the end of the handle; the observer must not be called then.
        easy.set(CURLOPT_VERBOSE, 0)
        easy.set(CURLOPT_NOPROGRESS, 1)
    }

    func prepareForRemoval() {
        // libcurl 7.88 treats a removed upload as finished and sends the final dot after half a mail (lib/smtp.c,
        // smtp_done). CONNECT_ONLY prevents that.
        easy.set(CURLOPT_CONNECT_ONLY, 1)
    }

    func finish(_ code: CURLcode) {
        answer(result(code, easy.reason(code)))
    }

    func fail(_ error: HTTPClientError) {
        answer(result(nil, error.description))
    }

    private func result(_ code: CURLcode?, _ reason: String) -> Answer {
        Answer(
            code: code,
            reason: reason,
            observer: observer,
            body: body,
            isOverLimit: isOverLimit,
            isFullyWritten: isFullyWritten,
            isNewConnection: easy.long(CURLINFO_NUM_CONNECTS) > 0
        )
    }

    fileprivate func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= exchange.maximumBody else {
            isOverLimit = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    fileprivate func receive(line: UnsafeRawBufferPointer) {
        observer.received(Self.withoutLineEnd(line))
    }

    fileprivate func sent(line: UnsafeRawBufferPointer) {
        let line = Self.withoutLineEnd(line)
        if line.elementsEqual("QUIT".utf8) || line.count < 20 && line.suffix(7).elementsEqual(" LOGOUT".utf8) {
            // The answer to QUIT or LOGOUT is waited for only briefly.
            deadline = min(deadline, .now + .seconds(2))
        }
        observer.sent(line)
    }

    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let content = exchange.upload?.content ?? []
        let count = min(buffer.count, content.count - bytesRead)
        guard count > 0 else {
            // libcurl asks again only after everything before was written.
            isFullyWritten = true
            return 0
        }
        content[bytesRead..<bytesRead + count].withUnsafeBytes { buffer.copyMemory(from: $0) }
        bytesRead += count
        return count
    }

    fileprivate var mustStop: Bool { stop.isSet || deadline <= .now }

    private static func withoutLineEnd(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var count = line.count
        while count > 0, line[count - 1] == 0x0a || line[count - 1] == 0x0d {
            count -= 1
        }
        return UnsafeRawBufferPointer(rebasing: line[..<count])
    }
}

extension LineTransfer {
    private func setTarget() {
        easy.set(CURLOPT_URL, exchange.url)
        if let command = exchange.command {
            easy.set(CURLOPT_CUSTOMREQUEST, command)
        }
        if exchange.needsNewConnection {
            easy.set(CURLOPT_FRESH_CONNECT, 1)
        }
        guard let upload = exchange.upload else { return }
        // No size is set: libcurl 7.88 compares it with the length after dots were doubled, and may stop too early.
        easy.set(CURLOPT_UPLOAD, 1)
        if !upload.sender.isEmpty {
            easy.set(CURLOPT_MAIL_FROM, upload.sender)
        }
        easy.set(CURLOPT_MAIL_RCPT, lines: [upload.recipient])
    }

    private func setLogin(_ login: LineLogin?) {
        switch login {
        case .password(let user, let password):
            easy.set(CURLOPT_USERNAME, user)
            easy.set(CURLOPT_PASSWORD, password)
            easy.set(CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN")
        case .token(let user, let token):
            easy.set(CURLOPT_USERNAME, user)
            easy.set(CURLOPT_XOAUTH2_BEARER, token)
            easy.set(CURLOPT_LOGIN_OPTIONS, "AUTH=OAUTHBEARER;AUTH=XOAUTH2")
        case nil: break
        }
    }

    private func setConnection(_ options: LineConnectionOptions) {
        easy.set(CURLOPT_PROTOCOLS_STR, options.protocols)
        // Always set: libcurl would otherwise read all_proxy from the environment.
        easy.set(CURLOPT_PROXY, "")
        easy.set(CURLOPT_NOPROXY, "")
        easy.set(CURLOPT_USE_SSL, Int((options.requiresTLS ? CURLUSESSL_ALL : CURLUSESSL_NONE).rawValue))
        easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        easy.set(CURLOPT_SSL_VERIFYPEER, 1)
        easy.set(CURLOPT_SSL_VERIFYHOST, 2)
        if let caFile = options.caFile, !caFile.isEmpty {
            easy.set(CURLOPT_CAINFO, caFile)
        }
        let limits = options.limits
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, Int(max(1, min(limits.connect, 86_400) * 1_000)))
        easy.set(CURLOPT_TIMEOUT_MS, Int(max(1, min(limits.total, 86_400) * 1_000)))
        easy.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, Int(max(1, min(limits.total, limits.answer, 86_400).rounded(.up))))
        if let silence = limits.silence {
            easy.set(CURLOPT_LOW_SPEED_LIMIT, 1)
            easy.set(CURLOPT_LOW_SPEED_TIME, Int(max(1, min(silence, 86_400))))
        }
        easy.set(CURLOPT_TCP_KEEPALIVE, 1)
        // An IMAP list of many messages is one line, and libcurl cuts a line that fills half of the buffer.
        easy.set(CURLOPT_BUFFERSIZE, 512 * 1024)
    }

    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        easy.set(CURLOPT_WRITEDATA, pointer: context)
        easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let context, let bytes else { return 0 }
            let transfer = Unmanaged<LineTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
        easy.set(CURLOPT_HEADERDATA, pointer: context)
        easy.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let context, let bytes else { return 0 }
            let transfer = Unmanaged<LineTransfer>.fromOpaque(context).takeUnretainedValue()
            transfer.receive(line: UnsafeRawBufferPointer(start: bytes, count: size * count))
            return size * count
        }
        easy.set(CURLOPT_READDATA, pointer: context)
        easy.set(CURLOPT_READFUNCTION) { bytes, size, count, context in
            guard let context, let bytes else { return 0 }
            let transfer = Unmanaged<LineTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        }
        easy.set(CURLOPT_DEBUGDATA, pointer: context)
        easy.setDebug { _, kind, bytes, count, context in
            guard kind == CURLINFO_HEADER_OUT, let context, let bytes else { return 0 }
            let transfer = Unmanaged<LineTransfer>.fromOpaque(context).takeUnretainedValue()
            transfer.sent(line: UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
        easy.set(CURLOPT_VERBOSE, 1)
        easy.set(CURLOPT_XFERINFODATA, pointer: context)
        easy.setProgress { context, _, _, _, _ in
            guard let context else { return 0 }
            return Unmanaged<LineTransfer>.fromOpaque(context).takeUnretainedValue().mustStop ? 1 : 0
        }
        easy.set(CURLOPT_NOPROGRESS, 0)
    }
}
