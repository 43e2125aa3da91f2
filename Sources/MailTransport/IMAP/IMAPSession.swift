internal import CurlClient
internal import Synchronization

/// Why a step of a look did not work out.
struct IMAPFailure: Error {
    let outcome: IMAPOutcome
    /// Whether another message might have gone well.
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

/// Commands to one selected mailbox, and which mailbox that is.
final class IMAPSession: Sendable {
    private let url: String
    private let connection: MailConnection
    private let selected = Mutex<UInt32?>(nil)

    init(url: String, options: LineConnectionOptions, credentials: MailCredentials) {
        self.url = url
        connection = MailConnection(options, credentials: credentials)
    }

    /// UIDVALIDITY of the mailbox as it was selected last.
    var validity: UInt32? { selected.withLock { $0 } }

    func shutdown() { connection.shutdown() }

    /// Gives the lines that answer a command; `expecting` fails when UIDs mean something else by now.
    func command(_ command: String, expecting: UInt32? = nil) async throws(IMAPFailure) -> [UInt8] {
        let result = try await run(LineExchange(url: url, command: command, maximumBody: 1 << 20), expecting)
        switch result.end {
        case .done: return result.body
        case .overLimit: throw IMAPFailure(.unavailable(reason: "the answer is too long"))
        default: throw IMAPFailure(.unavailable(reason: result.reason))
        }
    }

    /// Loads a message; nil when there is none.
    func message(
        _ uid: UInt32,
        limit: Int,
        expecting: UInt32
    ) async throws(IMAPFailure) -> IMAPMessage.Content? {
        let result = try await run(LineExchange(url: "\(url);UID=\(uid)", maximumBody: limit), expecting)
        switch result.end {
        case .done: return .whole(result.body)
        case .notFound:
            // libcurl takes every answer without data for that (lib/imap.c, imap_state_fetch_resp): a NO is a trouble.
            guard let refusal = result.observer.refusal, !refusal.uppercased().contains("EXPUNGEISSUED") else {
                return nil
            }
            throw IMAPFailure(.unavailable(reason: refusal), isAboutMessage: true)
        case .overLimit: return .tooLarge(bytes: limit + 1, head: nil)
        default:
            throw IMAPFailure(.unavailable(reason: result.reason), isAboutMessage: result.end == .notUnderstood)
        }
    }

    /// Loads the header of a message; nil when there is none, or too much of it.
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
    ) async throws(IMAPFailure) -> LineExchangeResult<IMAPTalk> {
        var result = await connection.run(exchange, observer: IMAPTalk())
        let mayBeStale = [.failed, .couldNotSend, .notUnderstood].contains(result.end) && !result.isNewConnection
        if mayBeStale, !Task.isCancelled {
            // The open connection may have died; libcurl has closed it.
            result = await connection.run(exchange, observer: IMAPTalk())
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
