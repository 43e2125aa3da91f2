import Foundation
import Glibc
import Synchronization

extension LocalWebServer {
    /// What the threads of one server share; it lives until the last of them has ended.
    ///
    /// A socket is closed only after it has left `open`, so that `stop` never
    /// touches a number which by then belongs to somebody else.
    final class Connections: Sendable {
        struct State {
            var responders: [String: Responder] = [:]
            var requests: [Request] = []
            var tunnels: [String] = []
            var open: Set<Int32> = []
            var accepted = 0
            var isStopped = false
        }

        let state = Mutex(State())
        private let listener: Int32
        private let speaksSOCKS: Bool

        init(listener: Int32, speaksSOCKS: Bool) {
            self.listener = listener
            self.speaksSOCKS = speaksSOCKS
        }

        func acceptAll() {
            while !state.withLock({ $0.isStopped }) {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { continue }
                // Programs that a test starts must not hold the connection open.
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                guard let number = opened(connection) else {
                    close(connection)
                    break
                }
                Thread.detachNewThread { [self] in
                    if openTunnel(connection) {
                        serve(connection, number: number, respond: response)
                    }
                    state.withLock { _ = $0.open.remove(connection) }
                    close(connection)
                }
            }
            close(listener)
        }

        func stop() {
            state.withLock { state in
                guard !state.isStopped else { return }
                state.isStopped = true
                shutdown(listener, Int32(SHUT_RDWR))
                for connection in state.open {
                    shutdown(connection, Int32(SHUT_RDWR))
                }
            }
        }

        private func opened(_ connection: Int32) -> Int? {
            state.withLock { state in
                guard !state.isStopped else { return nil }
                state.open.insert(connection)
                state.accepted += 1
                return state.accepted
            }
        }

        private func openTunnel(_ connection: Int32) -> Bool {
            guard speaksSOCKS else { return true }
            guard let target = acceptSOCKS(connection) else { return false }
            state.withLock { $0.tunnels.append(target) }
            return true
        }

        private func response(to request: Request) -> Response {
            let responder = state.withLock { state in
                state.requests.append(request)
                return state.responders[request.path] ?? state.responders["*"]
            }
            return responder?(request) ?? .status(404)
        }
    }
}

/// A listening socket on 127.0.0.1 and its port.
func listenOnFreePort(address text: String, port: UInt16) throws -> (socket: Int32, port: UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr(text)
    address.sin_port = port.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let failed = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(listener, $0, length) != 0 || listen(listener, 1024) != 0 || getsockname(listener, $0, &length) != 0
        }
    }
    guard listener >= 0, !failed else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return (listener, UInt16(bigEndian: address.sin_port))
}
