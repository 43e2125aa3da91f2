internal import CSpawn
internal import Glibc
internal import Parallelism

/// A child process with a pipe as its input.
///
/// It inherits nothing else and is killed when this object is released.
final class ChildWithInput {
    enum End: Equatable {
        case exited(Int32)
        case killed
    }

    /// The reason of a failed `write` when the program has closed its input.
    static let hasHungUp = "it reads no more"

    private let process: pid_t
    private var input: Int32
    private var end: End?

    init(_ path: String, _ arguments: [String]) throws(StreamSocket.Failure) {
        var ends: [Int32] = [-1, -1]
        guard cspawn_pipe(&ends, Int32(O_CLOEXEC)) == 0 else { throw StreamSocket.Failure(errno: errno) }
        defer { close(ends[0]) }
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        let code: Int32
        (code, process) = Self.spawn(path, arguments, input: ends[0])
        guard code == 0 else {
            close(ends[1])
            throw StreamSocket.Failure(errno: code)
        }
        input = ends[1]
    }

    deinit { kill() }

    func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant, stop: StopFlag) throws(StreamSocket.Failure) {
        var written = 0
        while written < bytes.count {
            // SIGPIPE is blocked on this thread.
            let count = bytes[written...].withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            if count > 0 {
                written += count
            } else if errno == EAGAIN || errno == EINTR {
                try StreamSocket.wait(input, Int16(POLLOUT), deadline, stop)
            } else if errno == EPIPE {
                throw StreamSocket.Failure(Self.hasHungUp)
            } else {
                throw StreamSocket.Failure(errno: errno)
            }
        }
    }

    func closeInput() {
        if input >= 0 {
            close(input)
        }
        input = -1
    }

    /// Waits for the program to exit, and kills it at the deadline.
    func wait(until deadline: ContinuousClock.Instant, stop: StopFlag) -> End {
        while ContinuousClock.now < deadline, !stop.isSet {
            if let end = reap(WNOHANG) { return end }
            poll(nil, 0, 10)
        }
        kill()
        return .killed
    }

    /// Kills the program and its children before closing the pipe, so that they never see the end of input.
    func kill() {
        if end == nil {
            Glibc.kill(-process, SIGKILL)
            while reap(0) == nil {}
        }
        closeInput()
    }

    private func reap(_ options: Int32) -> End? {
        if let end { return end }
        var word: Int32 = 0
        let result = waitpid(process, &word, options)
        if result == process {
            end = word & 0x7f == 0 ? .exited(word >> 8 & 0xff) : .killed
        } else if result < 0, errno != EINTR {
            end = .killed
        }
        return end
    }

    private static func spawn(_ path: String, _ arguments: [String], input: Int32) -> (code: Int32, process: pid_t) {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, input, 0)
        posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0)
        cspawn_close_from(&files, 3)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        // A separate process group, so that its children can be killed with it.
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP)
        )
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = [strdup("PATH=/usr/sbin:/usr/bin:/sbin:/bin"), nil]
        defer { for text in words + settings { free(text) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, path, &files, &attributes, &words, &settings)
        return (code, process)
    }
}
