internal import Synchronization

/// Fetches URLs, many at once, within each request's limits.
package final class HTTPClient: Sendable {
    private let options: Mutex<HTTPClientOptions>
    private let nextID = Atomic<UInt64>(1)

    // Two loops, because a guarded transfer was seen reusing a trusted loopback connection of the same multi handle.
    private let strangers: TransferLoop
    private let trusted: TransferLoop
    private let book: AddressBook

    /// Seconds for which a request waits for an address that is asked too often; later it is its owner's affair.
    private static let longestWait = 2.0

    package init(options: HTTPClientOptions) {
        self.options = Mutex(options)
        book = AddressBook(spacing: options.addressSpacing)
        strangers = TransferLoop(limits: options.strangerLimits, maximumOutstanding: options.maximumOutstanding)
        trusted = TransferLoop(limits: options.trustedLimits, maximumOutstanding: options.maximumOutstanding)
    }

    deinit {
        shutdown()
    }

    /// Asks for a URL and follows its redirects.
    ///
    /// Any status is a response. Cancelling the task ends the transfer and throws
    /// `cancelled`. Before each hop but the first, `turn` waits until its host may be asked; false throws `noTurn`.
    package func fetch(
        _ request: HTTPRequest,
        turn: (@Sendable (_ host: String) async -> Bool)? = nil
    ) async throws(HTTPClientError) -> HTTPResponse {
        var plan = try RedirectPlan(request)
        while true {
            let result = try await askInTurn(plan.hop)
            if let response = try plan.receive(result) {
                return response
            }
            if let turn, await !turn(plan.hop.url.host) { throw .noTurn(host: plan.hop.url.host) }
        }
    }

    /// Changes the options of all requests that begin from now on.
    package func apply(_ options: HTTPClientOptions) {
        self.options.withLock { $0 = options }
        book.apply(spacing: options.addressSpacing)
        strangers.apply(options.strangerLimits, maximumOutstanding: options.maximumOutstanding)
        trusted.apply(options.trustedLimits, maximumOutstanding: options.maximumOutstanding)
    }

    /// Ends all transfers with `shutDown`; later requests are refused with the same.
    package func shutdown() {
        strangers.shutdown()
        trusted.shutdown()
    }

    /// Asks, and asks again when an address was busy that will be free soon.
    private func askInTurn(_ hop: HTTPHop) async throws(HTTPClientError) -> HTTPHopResult {
        let end = ContinuousClock.now + .seconds(Self.longestWait)
        while true {
            do throws(HTTPClientError) {
                return try await ask(hop)
            } catch .addressBusy(let host, let seconds) {
                // Those who wait for the same address come back one after the other.
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
        let book = book
        let loop = hop.trust == .stranger ? strangers : trusted
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
                            try HTTPTransfer(hop: hop, options: options, book: book, answer: answer)
                        },
                        reject: { answer(.failure($0)) }
                    )
                )
                // The handler below may have run before there was anything to cancel.
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

    /// The operator's own servers hold long polls open, so one host may take all places.
    fileprivate var trustedLimits: TransferLoop.Limits {
        TransferLoop.Limits(total: max(1, maximumTotalConnections), perGroup: max(1, maximumTotalConnections))
    }
}
