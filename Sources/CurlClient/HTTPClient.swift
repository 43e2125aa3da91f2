internal import Synchronization

/// Fetches URLs concurrently, each within the limits of its request.
package final class HTTPClient: Sendable {
    private let options: Mutex<HTTPClientOptions>
    private let nextID = Atomic<UInt64>(1)

    // Two loops, because with one a guarded transfer reused a trusted loopback connection.
    private let untrustedLoop: TransferLoop
    private let trusted: TransferLoop
    private let addressLimiter: AddressLimiter

    /// The most seconds a request waits for a busy address.
    ///
    /// After that it fails with `addressBusy`.
    private static let longestWait = 2.0

    package init(options: HTTPClientOptions) {
        self.options = Mutex(options)
        addressLimiter = AddressLimiter(spacing: options.addressSpacing)
        untrustedLoop = TransferLoop(limits: options.strangerLimits, maximumOutstanding: options.maximumOutstanding)
        trusted = TransferLoop(limits: options.trustedLimits, maximumOutstanding: options.maximumOutstanding)
    }

    deinit {
        shutdown()
    }

    /// Fetches a URL and follows its redirects.
    ///
    /// Every status is a response. Cancelling the task ends the transfer and throws `cancelled`. Before each redirect
    /// is followed, `turn` waits until the host may be contacted; false throws `noTurn`.
    package func fetch(
        _ request: HTTPRequest,
        turn: (@Sendable (_ host: String) async -> Bool)? = nil
    ) async throws(HTTPClientError) -> HTTPResponse {
        var plan = try RedirectPlan(request)
        while true {
            let result = try await sendWhenFree(plan.hop)
            if let response = try plan.receive(result) {
                return response
            }
            if let turn, await !turn(plan.hop.url.host) { throw .noTurn(host: plan.hop.url.host) }
        }
    }

    /// Changes the options of all later requests.
    package func apply(_ options: HTTPClientOptions) {
        self.options.withLock { $0 = options }
        addressLimiter.apply(spacing: options.addressSpacing)
        untrustedLoop.apply(options.strangerLimits, maximumOutstanding: options.maximumOutstanding)
        trusted.apply(options.trustedLimits, maximumOutstanding: options.maximumOutstanding)
    }

    /// Ends all transfers with `shutDown`.
    ///
    /// Later requests fail with the same error.
    package func shutdown() {
        untrustedLoop.shutdown()
        trusted.shutdown()
    }

    /// Fetches one hop.
    ///
    /// Retries if the address is busy and will be free soon.
    private func sendWhenFree(_ hop: HTTPHop) async throws(HTTPClientError) -> HTTPHopResult {
        let end = ContinuousClock.now + .seconds(Self.longestWait)
        while true {
            do throws(HTTPClientError) {
                return try await ask(hop)
            } catch .addressBusy(let host, let seconds) {
                // A random delay, so that requests waiting for one address do not all retry at once.
                let next = ContinuousClock.now + .seconds(max(0.01, seconds) * Double.random(in: 1..<1.5))
                guard next <= end else { throw .addressBusy(host: host, seconds: seconds) }
                do { try await Task.sleep(until: next, clock: .continuous) } catch { throw .cancelled }
            }
        }
    }

    private func ask(_ hop: HTTPHop) async throws(HTTPClientError) -> HTTPHopResult {
        let options = options.withLock { $0 }
        if hop.trust == .stranger {
            try AddressGuard(allowed: options.allowAddresses).check(hop.url, isProxied: !options.proxy.isEmpty)
        }
        let addressLimiter = addressLimiter
        let loop = hop.trust == .stranger ? untrustedLoop : trusted
        let id = nextID.wrappingAdd(1, ordering: .relaxed).newValue
        let result: Result<HTTPHopResult, HTTPClientError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: @Sendable (Result<HTTPHopResult, HTTPClientError>) -> Void = {
                    continuation.resume(returning: $0)
                }
                loop.submit(
                    TransferJob(
                        id: id,
                        group: "\(hop.url.host):\(hop.url.port)",
                        makeTransfer: { () throws(HTTPClientError) in
                            try HTTPTransfer(hop: hop, options: options, addressLimiter: addressLimiter, answer: answer)
                        },
                        reject: { answer(.failure($0)) }
                    )
                )
                // The task may have been cancelled before the job was submitted.
                if Task.isCancelled {
                    loop.cancel(id)
                }
            }
        } onCancel: {
            loop.cancel(id)
        }
        return try result.get()
    }
}

extension HTTPClientOptions {
    fileprivate var strangerLimits: TransferLoop.Limits {
        TransferLoop.Limits(total: max(1, maximumTotalConnections), perGroup: max(1, perHostConnections))
    }

    /// The operator's own servers hold long polls open, so one host may use all connections.
    fileprivate var trustedLimits: TransferLoop.Limits {
        TransferLoop.Limits(total: max(1, maximumTotalConnections), perGroup: max(1, maximumTotalConnections))
    }
}
