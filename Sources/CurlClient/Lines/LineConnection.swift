internal import CCurl
internal import Parallelism
internal import Synchronization

/// A connection to a server of a line protocol (SMTP, IMAP).
///
/// It stays open and runs one exchange after another.
///
/// Each connection has its own thread, because libcurl 7.88 blocks the thread while a server processes a mail
/// (`smtp_done`, `imap_done`). Other transfers on the same thread would have to wait.
package final class LineConnection: Sendable {
    private let options: LineConnectionOptions
    private let loop = TransferLoop(limits: .init(total: 1, perGroup: 1), maximumOutstanding: 10_000)
    private let nextID = Atomic<UInt64>(1)
    private let closing = StopFlag()

    /// Connects with the first exchange.
    package init(_ options: LineConnectionOptions) {
        self.options = options
    }

    deinit { shutdown() }

    /// Runs an exchange.
    ///
    /// Cancelling the task ends it as `failed`.
    package func run<Observer: LineObserver>(
        _ exchange: LineExchange,
        login: LineLogin?,
        observer: Observer
    ) async -> LineExchangeResult<Observer> {
        let options = options
        let stop = StopFlag(also: closing)
        let id = nextID.wrappingAdd(1, ordering: .relaxed).newValue
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<LineTransfer.Answer, Never>) in
                loop.submit(
                    TransferJob(
                        id: id,
                        group: "",
                        makeTransfer: { () throws(HTTPClientError) in
                            try LineTransfer(
                                exchange: exchange,
                                options: options,
                                login: login,
                                observer: observer,
                                stop: stop,
                                answer: { continuation.resume(returning: $0) }
                            )
                        },
                        reject: { error in continuation.resume(returning: .never(error, observer)) }
                    )
                )
                if Task.isCancelled {
                    loop.cancel(id)
                }
            }
        } onCancel: {
            stop.set()
            loop.cancel(id)
        }
        return LineExchangeResult(answer, observer: observer)
    }

    /// Ends the running exchange.
    ///
    /// Later exchanges end as `failed`.
    package func shutdown() {
        closing.set()
        loop.shutdown()
    }
}

extension LineTransfer.Answer {
    fileprivate static func never(_ error: HTTPClientError, _ observer: any LineObserver) -> Self {
        Self(
            code: nil,
            reason: error.description,
            observer: observer,
            body: [],
            isOverLimit: false,
            isFullyWritten: false,
            isNewConnection: true
        )
    }
}

extension LineExchangeResult {
    fileprivate init(_ answer: LineTransfer.Answer, observer: Observer) {
        self.init(
            end: answer.isOverLimit ? .overLimit : Self.end(answer.code),
            reason: String(answer.reason.prefix(300)),
            observer: answer.observer as? Observer ?? observer,
            body: answer.body,
            isFullyWritten: answer.isFullyWritten,
            isNewConnection: answer.isNewConnection
        )
    }

    private static func end(_ code: CURLcode?) -> End {
        switch code {
        case CURLE_OK: .done
        case CURLE_LOGIN_DENIED, CURLE_AUTH_ERROR: .denied
        case CURLE_REMOTE_FILE_NOT_FOUND: .notFound
        case CURLE_QUOTE_ERROR: .refusedCommand
        case CURLE_WEIRD_SERVER_REPLY: .notUnderstood
        case CURLE_SEND_ERROR: .couldNotSend
        default: .failed
        }
    }
}
