internal import Glibc
internal import Parallelism

/// A connected stream socket with deadlines; used on a thread that may block.
final class StreamSocket {
    struct Failure: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }

        init(errno number: Int32) { reason = String(cString: strerror(number)) }
    }

    private let descriptor: Int32

    init(to url: MailServerURL, deadline: ContinuousClock.Instant, stop: StopFlag) throws(Failure) {
        if url.host.isEmpty {
            descriptor = try Self.connectUnix(url.path, deadline, stop)
        } else {
            descriptor = try Self.connectTCP(url.host, url.port, deadline, stop)
        }
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant, stop: StopFlag) throws(Failure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN || errno == EINTR {
                try Self.wait(descriptor, Int16(POLLOUT), deadline, stop)
            } else {
                throw Failure(errno: errno)
            }
        }
    }

    /// Returns at least one byte.
    func receive(until deadline: ContinuousClock.Instant, stop: StopFlag) throws(Failure) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { return Array(buffer[..<count]) }
            guard count < 0 else { throw Failure("the connection was closed") }
            guard errno == EAGAIN || errno == EINTR else { throw Failure(errno: errno) }
            try Self.wait(descriptor, Int16(POLLIN), deadline, stop)
        }
    }

    /// Waits until a descriptor is ready for `events`.
    static func wait(
        _ descriptor: Int32,
        _ events: Int16,
        _ deadline: ContinuousClock.Instant,
        _ stop: StopFlag
    ) throws(Failure) {
        while true {
            guard !stop.isSet else { throw Failure("cancelled") }
            let left = deadline - .now
            guard left > .zero else { throw Failure("timed out") }
            var item = pollfd(fd: descriptor, events: events, revents: 0)
            // At most 200 milliseconds at a time, so that the stop flag is noticed.
            let slice = min(left, .milliseconds(200)).components
            guard poll(&item, 1, Int32(slice.attoseconds / 1_000_000_000_000_000) + 1) <= 0 else { return }
        }
    }

    private static func connectUnix(
        _ path: String,
        _ deadline: ContinuousClock.Instant,
        _ stop: StopFlag
    ) throws(Failure) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw Failure("the path is too long") }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return try withUnsafePointer(to: &address) { pointer throws(Failure) in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer throws(Failure) in
                try connected(AF_UNIX, pointer, socklen_t(MemoryLayout<sockaddr_un>.size), deadline, stop)
            }
        }
    }

    private static func connectTCP(
        _ host: String,
        _ port: UInt16,
        _ deadline: ContinuousClock.Instant,
        _ stop: StopFlag
    ) throws(Failure) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let code = getaddrinfo(name, String(port), &hints, &list)
        guard code == 0 else { throw Failure("could not resolve \(host): \(String(cString: gai_strerror(code)))") }
        defer { freeaddrinfo(list) }
        var failure = Failure("\(host) has no address")
        var next = list
        while let item = next?.pointee {
            do throws(Failure) {
                return try connected(item.ai_family, item.ai_addr, item.ai_addrlen, deadline, stop)
            } catch {
                failure = error
            }
            next = item.ai_next
        }
        throw failure
    }

    private static func connected(
        _ family: Int32,
        _ address: UnsafePointer<sockaddr>?,
        _ length: socklen_t,
        _ deadline: ContinuousClock.Instant,
        _ stop: StopFlag
    ) throws(Failure) -> Int32 {
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(family, Int32(kind), 0)
        guard descriptor >= 0, let address else { throw Failure(errno: errno) }
        do throws(Failure) {
            if connect(descriptor, address, length) != 0 {
                guard errno == EINPROGRESS else { throw Failure(errno: errno) }
                try wait(descriptor, Int16(POLLOUT), deadline, stop)
                var error: Int32 = 0
                var size = socklen_t(MemoryLayout<Int32>.size)
                guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0, error == 0 else {
                    throw Failure(errno: error == 0 ? errno : error)
                }
            }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }
}
