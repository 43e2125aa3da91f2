internal import CCurl
internal import Glibc

/// One libcurl multi handle and the sockets it waits for; used on the loop's thread only.
///
/// It uses epoll and libcurl's socket callbacks, so that waiting transfers cost nothing. `curl_multi_poll` would check
/// every transfer each time.
final class MultiHandle {
    let pointer: UnsafeMutableRawPointer

    /// Ends the wait; may be used from any thread.
    let waker: Waker

    private let epoll: Int32
    private var events = [epoll_event](repeating: epoll_event(), count: 256)
    /// When libcurl must be called even if no socket is ready.
    private var due: ContinuousClock.Instant?

    init() throws(HTTPClientError) {
        guard let pointer = curl_multi_init() else { throw .libraryFailure(reason: "curl_multi_init") }
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard epoll >= 0, descriptor >= 0 else {
            close(epoll)
            close(descriptor)
            curl_multi_cleanup(pointer)
            throw .libraryFailure(reason: "no file descriptor is free")
        }
        self.pointer = pointer
        self.epoll = epoll
        waker = Waker(descriptor: descriptor)
        watch(descriptor, EPOLLIN.rawValue)
        setCallbacks()
    }

    deinit {
        // Closes idle connections, and still calls the socket callback.
        curl_multi_cleanup(pointer)
        close(epoll)
        close(waker.descriptor)
    }

    func set(_ option: CURLMoption, _ value: Int) {
        ccurl_multi_set_long(pointer, option, value)
    }

    /// Waits until a socket is ready, a timer is due or the waker is used, then lets libcurl work.
    func wait() {
        let count = Int(epoll_wait(epoll, &events, Int32(events.count), milliseconds))
        var running: Int32 = 0
        for event in events.prefix(max(0, count)) {
            if event.data.fd == waker.descriptor {
                waker.reset()
            } else {
                curl_multi_socket_action(pointer, event.data.fd, Self.readiness(event.events), &running)
            }
        }
        guard let due, due <= .now else { return }
        self.due = nil
        curl_multi_socket_action(pointer, CURL_SOCKET_TIMEOUT, 0, &running)
    }

    private var milliseconds: Int32 {
        guard let due else { return 60_000 }
        let rest = (due - .now).components
        guard rest.seconds >= 0, rest.attoseconds > 0 || rest.seconds > 0 else { return 0 }
        return Int32(min(rest.seconds, 59)) * 1_000 + Int32(rest.attoseconds / 1_000_000_000_000_000) + 1
    }

    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_multi_set_socket_function(
            pointer,
            { _, socket, interest, context, _ in
                guard let context else { return -1 }
                Unmanaged<MultiHandle>.fromOpaque(context).takeUnretainedValue().watch(socket, interest: interest)
                return 0
            },
            context
        )
        ccurl_multi_set_timer_function(
            pointer,
            { _, milliseconds, context in
                guard let context else { return -1 }
                let handle = Unmanaged<MultiHandle>.fromOpaque(context).takeUnretainedValue()
                handle.due = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
                return 0
            },
            context
        )
    }

    private func watch(_ socket: Int32, interest: Int32) {
        switch interest {
        case CURL_POLL_IN: watch(socket, EPOLLIN.rawValue)
        case CURL_POLL_OUT: watch(socket, EPOLLOUT.rawValue)
        case CURL_POLL_INOUT: watch(socket, EPOLLIN.rawValue | EPOLLOUT.rawValue)
        default:
            var event = epoll_event()
            epoll_ctl(epoll, EPOLL_CTL_DEL, socket, &event)
        }
    }

    private func watch(_ socket: Int32, _ events: UInt32) {
        var event = epoll_event()
        event.events = events
        event.data.fd = socket
        if epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event) != 0, errno == EEXIST {
            epoll_ctl(epoll, EPOLL_CTL_MOD, socket, &event)
        }
    }

    private static func readiness(_ events: UInt32) -> Int32 {
        var readiness: Int32 = 0
        if events & EPOLLIN.rawValue != 0 { readiness |= CURL_CSELECT_IN }
        if events & EPOLLOUT.rawValue != 0 { readiness |= CURL_CSELECT_OUT }
        if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { readiness |= CURL_CSELECT_ERR }
        return readiness
    }
}

/// Ends the wait of one `MultiHandle`.
///
/// Any thread may use it while the handle exists.
struct Waker: Sendable {
    fileprivate let descriptor: Int32

    func wake() {
        eventfd_write(descriptor, 1)
    }

    fileprivate func reset() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }
}
