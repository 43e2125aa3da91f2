/// What can go wrong with an endpoint as a whole; what goes wrong with one connection ends that connection only.
package enum WebEndpointError: Error, Hashable, Sendable {
    case cannotListen(host: String, port: Int, reason: String)
}

extension WebEndpointError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .cannotListen(let host, let port, let reason): "cannot listen on \(host) port \(port): \(reason)"
        }
    }
}
