import Foundation
import Glibc
import Synchronization
import TestSupport

/// Stands before a scripted server and passes everything on, but stops reading the client after `DATA` until told so.
final class StalledServer: Sendable {
    let port: Int
    private let front: Int32
    private let state = Mutex((isStalled: false, hasEnded: false))
    private let mayGoOn = DispatchSemaphore(value: 0)

    var isStalled: Bool { state.withLock { $0.isStalled } }
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    func resume() { mayGoOn.signal() }

    init(_ server: ScriptedMailServer) throws {
        front = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let front = front
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(front, $0, length)
                _ = getsockname(front, $0, &length)
            }
        }
        listen(front, 5)
        port = Int(UInt16(bigEndian: address.sin_port))
        let back = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        address.sin_port = UInt16(server.port).bigEndian
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = connect(back, $0, length) }
        }
        Thread.detachNewThread { [self] in
            let client = accept(front, nil, nil)
            Thread.detachNewThread { Self.copy(back, client) {} }
            Self.copy(client, back) { [self] in
                state.withLock { $0.isStalled = true }
                mayGoOn.wait()
            }
            shutdown(back, Int32(SHUT_RDWR))
            state.withLock { $0.hasEnded = true }
        }
    }

    deinit { close(front) }

    private static func copy(_ from: Int32, _ to: Int32, afterData: () -> Void) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(from, &buffer, buffer.count, 0)
            guard count > 0, send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count else { return }
            if buffer[..<count].starts(with: "DATA\r\n".utf8) { afterData() }
        }
    }
}
