import Foundation

/// The right of one process to run the bot on a database.
///
/// It is an advisory lock (`flock`) on an empty file beside the database. The kernel ends it with the process, however
/// that ends, so the file may stay. Programs that use the database beside the bot do not take it.
///
/// NFS passes the lock on to the file server, so it holds for all its clients, except where the mount says `nolock` or
/// `local_lock`: there it holds on this machine only.
package struct DatabaseLock: Sendable {
    package enum Outcome: Sendable {
        case taken(DatabaseLock)
        /// Another process has it; its id, if it could be read.
        case held(by: Int?)
        /// The file system knows no locks, or the file cannot be created.
        case unavailable(reason: String)
    }

    private let descriptor: Int32

    /// Takes the lock without waiting.
    package static func take(forDatabase path: String) -> Outcome {
        // SQLite uses the file that a link points to, so the lock must be beside that file.
        let name = URL(fileURLWithPath: path).resolvingSymlinksInPath().path + ".lock"
        // Without O_CLOEXEC a child process would keep the lock.
        let descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return .unavailable(reason: reason(errno)) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            let holder = code == EWOULDBLOCK ? writtenProcess(in: descriptor) : nil
            close(descriptor)
            return code == EWOULDBLOCK ? .held(by: holder) : .unavailable(reason: reason(code))
        }
        let process = Array("\(getpid())\n".utf8)
        // The number is only shown. The lock holds without it, for example on a full disk.
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, process, process.count, 0) }
        return .taken(DatabaseLock(descriptor: descriptor))
    }

    package func release() { close(descriptor) }

    private static func writtenProcess(in descriptor: Int32) -> Int? {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        let line = bytes.prefix(count).prefix { $0 != 0x0a }
        return Int(String(decoding: line, as: UTF8.self))
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
