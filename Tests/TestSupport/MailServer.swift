/// A server that takes mail for `example.test`.
package protocol MailServer: AnyObject, Sendable {
    /// With STARTTLS and a login.
    var submissionPort: Int { get }
    /// With TLS from the first byte, and a login.
    var tlsPort: Int { get }
    func start() throws
    func stop()
    func freeze()
    func thaw()
}
