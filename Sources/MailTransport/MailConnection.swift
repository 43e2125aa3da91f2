internal import CurlClient

/// A connection to a mail server, with its credentials.
final class MailConnection: Sendable {
    private let line: LineConnection
    private let credentials: MailCredentials?

    init(_ options: LineConnectionOptions, credentials: MailCredentials?) {
        line = LineConnection(options)
        self.credentials = credentials
    }

    /// Runs an exchange.
    ///
    /// If the access token is missing, the result is `denied`.
    func run<Observer: LineObserver>(
        _ exchange: LineExchange,
        observer: Observer
    ) async -> LineExchangeResult<Observer> {
        let login = credentials?.login
        guard credentials == nil || login != nil else {
            return LineExchangeResult(end: .denied, reason: "there is no access token", observer: observer)
        }
        return await line.run(exchange, login: login, observer: observer)
    }

    func shutdown() { line.shutdown() }
}
