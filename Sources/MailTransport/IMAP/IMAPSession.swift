internal import CurlClient
internal import Synchronization

/// Why one step of a fetch failed.
struct IMAPFailure: Error {
    let outcome: IMAPOutcome
    /// Whether the cause is this message, so that another message might succeed.
    var isAboutMessage = false

    init(_ outcome: IMAPOutcome, isAboutMessage: Bool = false) {
        self.outcome = outcome
        self.isAboutMessage = isAboutMessage
    }

    var reason: String {
        switch outcome {
        case .unavailable(let reason), .refused(let reason): reason
        case .fetched: ""
        }
    }
}

/// Sends commands to one selected mailbox and remembers its UIDVALIDITY.
final class IMAPSession: Sendable {
    private let url: String
    private let connection: MailConnection
    private let selected = Mutex<UInt32?>(nil)

    init(url: String, options: LineConnectionOptions, credentials: MailCredentials) {
        self.url = url
        connection = MailConnection(options, credentials: credentials)
    }

    /// UIDVALIDITY of the last selected mailbox.
    var validity: UInt32? { selected.withLock { $0 } }

    func shutdown() { connection.shutdown() }

    /// Returns the lines that answer a command.
    ///
    /// Fails if UIDVALIDITY is not `expecting`.
    func command(_ command: String, expecting: UInt32? = nil) async throws(IMAPFailure) -> [UInt8] {
        let result = try await run(LineExchange(url: url, command: command, maximumBody: 1 << 20), expecting)
        switch result.end {
        case .done: return result.body
        case .overLimit: throw IMAPFailure(.unavailable(reason: "the answer is too long"))
        default: throw IMAPFailure(.unavailable(reason: result.reason))
        }
    }

    /// Loads a message; nil if it does not exist.
    func message(
        _ uid: UInt32,
        limit: Int,
        expecting: UInt32
    ) async throws(IMAPFailure) -> IMAPMessage.Content? {
        let result = try await run(LineExchange(url: "\(url);UID=\(uid)", maximumBody: limit), expecting)
        switch result.end {
        case .done: return .whole(result.body)
        case .notFound:
            // libcurl reports every answer without data as not found (lib/imap.c, imap_state_fetch_resp). With a NO it
            // is a failure.
            guard let refusal = result.observer.refusal, !refusal.uppercased().contains("EXPUNGEISSUED") else {
                return nil
            }
            throw IMAPFailure(.unavailable(reason: refusal), isAboutMessage: true)
        case .overLimit: return .tooLarge(bytes: limit + 1, head: nil)
        default:
            throw IMAPFailure(.unavailable(reason: result.reason), isAboutMessage: result.end == .notUnderstood)
        }
    }

    /// Loads the header of a message; nil if there is none or it is too large.
    func head(_ uid: UInt32, expecting: UInt32) async throws(IMAPFailure) -> [UInt8]? {
        let exchange = LineExchange(url: "\(url);UID=\(uid);SECTION=HEADER", maximumBody: 256 << 10)
        let result = try await run(exchange, expecting)
        switch result.end {
        case .done: return result.body
        case .notFound, .overLimit: return nil
        default:
            throw IMAPFailure(.unavailable(reason: result.reason), isAboutMessage: result.end == .notUnderstood)
        }
    }

    private func run(
        _ exchange: LineExchange,
        _ expected: UInt32?
    ) async throws(IMAPFailure) -> LineExchangeResult<IMAPConversation> {
        var result = await connection.run(exchange, observer: IMAPConversation())
        let mayBeStale = [.failed, .couldNotSend, .notUnderstood].contains(result.end) && !result.isNewConnection
        if mayBeStale, !Task.isCancelled {
            // The open connection may have been lost. libcurl has closed it, so one retry opens a new one.
            result = await connection.run(exchange, observer: IMAPConversation())
        }
        if let validity = result.observer.validity {
            selected.withLock { $0 = validity }
        }
        let words = result.observer.refusal ?? result.reason
        switch result.end {
        case .denied: throw IMAPFailure(.refused(reason: words))
        case .refusedCommand: throw IMAPFailure(.unavailable(reason: words))
        default: break
        }
        if let expected, validity != expected {
            throw IMAPFailure(.unavailable(reason: "the mailbox was made anew meanwhile"))
        }
        return result
    }
}
