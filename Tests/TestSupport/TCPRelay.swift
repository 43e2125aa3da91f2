import Foundation
import Glibc
import Synchronization

/// Passes connections on to a port of this machine, until it cuts them.
package final class TCPRelay: Sendable {
    package let port: Int
    private let listener: Int32
    private let open = Mutex<[Int32]>([])
    private let cuts = Atomic(0)

    package init(to target: Int) throws {
        port = ServerProcess.freePort()
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var isReused: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound, listen(listener, 16) == 0 else {
            throw ServerProcess.DidNotStart(description: "the relay cannot listen on \(port)")
        }
        Thread { [weak self, listener] in
            while true {
                let near = accept(listener, nil, nil)
                guard near >= 0 else { return }
                guard let self else { return }
                self.connect(near, to: target)
            }
        }.start()
    }

    deinit { stop() }

    /// Closes every connection that is open now; new ones are passed on.
    package func cut() {
        cuts.add(1, ordering: .relaxed)
        for descriptor in open.withLock({ $0 }) { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    /// Passes nothing on any more.
    package func stop() {
        cut()
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private func connect(_ near: Int32, to target: Int) {
        let far = ServerProcess.connectedSocket(port: target)
        guard far >= 0 else {
            close(near)
            return
        }
        open.withLock { $0 += [near, far] }
        let halves = Mutex(2)
        for (from, to) in [(near, far), (far, near)] {
            Thread { [weak self] in
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while case let count = recv(from, &buffer, buffer.count, 0), count > 0 {
                    guard Self.send(buffer[..<count], to: to) else { break }
                }
                // Each direction ends the other one.
                shutdown(from, Int32(SHUT_RDWR))
                shutdown(to, Int32(SHUT_RDWR))
                let isLast = halves.withLock { left in
                    left -= 1
                    return left == 0
                }
                guard isLast else { return }
                self?.open.withLock { $0.removeAll { $0 == near || $0 == far } }
                close(near)
                close(far)
            }.start()
        }
    }

    private static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        var sent = bytes.startIndex
        while sent < bytes.endIndex {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
