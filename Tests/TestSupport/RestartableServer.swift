/// A server that can be killed and started again on its port.
package protocol RestartableServer: AnyObject, Sendable {
    var port: Int { get }
    func start() throws
    func stop()
}

extension InspIRCdServer: RestartableServer {}
extension NgIRCdServer: RestartableServer {}
