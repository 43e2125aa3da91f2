internal import CCurl
internal import Synchronization

/// Tells a transfer on another thread to stop, also where libcurl does not return to its caller.
final class StopSign: Sendable {
    private let flag = Atomic<Bool>(false)
    private let also: StopSign?

    init(also: StopSign? = nil) {
        self.also = also
    }

    var isSet: Bool { flag.load(ordering: .relaxed) || also?.isSet == true }

    func set() { flag.store(true, ordering: .relaxed) }
}

/// One plan after another, on one thread with one connection that stays open between them.
///
/// libcurl 7.88 blocks its thread while a server thinks about a whole mail (`smtp_done`, `imap_done`), so that other
/// transfers would stand still beside it.
final class MailLane: Sendable {
    private let loop = TransferLoop(limits: .init(total: 1, perGroup: 1), maximumOutstanding: 10_000)
    private let nextID = Atomic<UInt64>(1)
    private let closing = StopSign()

    deinit { shutdown() }

    /// Carries a plan out; cancelling the task ends it.
    func run<Talk: MailTalk>(
        _ plan: MailTransferPlan,
        options: MailConnectionOptions,
        talk: Talk
    ) async -> MailTransferResult<Talk> {
        let login = options.credentials.map { MailLogin($0) }
        if let login, login == nil {
            return MailTransferResult(end: .denied, reason: "there is no access token", talk: talk)
        }
        let stop = StopSign(also: closing)
        let id = nextID.wrappingAdd(1, ordering: .relaxed).newValue
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<MailTransfer.Answer, Never>) in
                loop.submit(
                    TransferJob(
                        id: id,
                        group: "",
                        makeTransfer: { () throws(HTTPClientError) in
                            try MailTransfer(
                                plan: plan,
                                options: options,
                                login: login ?? nil,
                                talk: talk,
                                stop: stop,
                                answer: { continuation.resume(returning: $0) }
                            )
                        },
                        reject: { error in continuation.resume(returning: .never(error, talk)) }
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
        return MailTransferResult(answer, talk: talk)
    }

    /// Ends what is under way; nothing runs any more.
    func shutdown() {
        closing.set()
        loop.shutdown()
    }
}

extension MailTransfer.Answer {
    fileprivate static func never(_ error: HTTPClientError, _ talk: any MailTalk) -> Self {
        Self(
            code: nil,
            reason: error.description,
            talk: talk,
            body: [],
            isOverLimit: false,
            isHandedOver: false,
            isNewConnection: true
        )
    }
}

extension MailTransferResult {
    fileprivate init(_ answer: MailTransfer.Answer, talk: Talk) {
        self.init(
            end: answer.isOverLimit ? .overLimit : Self.end(answer.code),
            reason: String(answer.reason.prefix(300)),
            talk: answer.talk as? Talk ?? talk,
            body: answer.body,
            isHandedOver: answer.isHandedOver,
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
