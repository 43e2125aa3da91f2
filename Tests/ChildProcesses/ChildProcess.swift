import Foundation
import Glibc
import Synchronization

/// A program as a child process: signals unblocked, output to a file, nothing else inherited but the environment.
///
/// Foundation's `Process` passes on the blocked signals of the thread it was started from, so that SIGTERM and SIGHUP
/// never arrive, and its `waitUntilExit` can hang on a thread of the concurrency pool.
package final class ChildProcess: Sendable {
    package struct DidNotStart: Error, CustomStringConvertible {
        package let description: String
    }

    package let processIdentifier: Int32
    /// As messages name it.
    let command: String
    /// The exit code, or 128 + the signal, once it has ended.
    private let status = Mutex<Int32?>(nil)
    private let leadsGroup: Bool

    /// POSIX_SPAWN_SETSID, which Glibc's module hides behind _GNU_SOURCE.
    private static let spawnNewSession: Int32 = 0x80

    /// Closes what the tests have open, and leaves no core files (InspIRCd segfaults at SIGTERM).
    ///
    /// With a group that ends when the tests are gone without having stopped it.
    private static func wrapper(leadsGroup: Bool) -> String {
        let watch =
            "parent=$PPID; (while kill -0 $parent; do sleep 1; done 2>/dev/null; kill -KILL 0) >/dev/null 2>&1 &"
        return """
            for file in /proc/$$/fd/*; do n=${file##*/}; [ "$n" -gt 2 ] && eval "exec $n>&-"; done
            \(leadsGroup ? watch : "")
            ulimit -c 0; cd "$1" && shift && exec "$@"
            """
    }

    /// The files are made when missing; nil input and errors are /dev/null and the output file.
    ///
    /// With `leadsGroup` whatever it starts is signalled with it.
    package init(
        _ program: String,
        _ arguments: [String],
        folder: String,
        input: String? = nil,
        output: String,
        errors: String? = nil,
        environment: [String: String] = [:],
        leadsGroup: Bool = false
    ) throws {
        self.leadsGroup = leadsGroup
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, 0, input ?? "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&files, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        posix_spawn_file_actions_addopen(&files, 2, errors ?? output, O_WRONLY | O_CREAT | O_APPEND, 0o644)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let group = leadsGroup ? Self.spawnNewSession : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))

        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let wrapper = Self.wrapper(leadsGroup: leadsGroup)
        command = ([program] + arguments.prefix(3)).joined(separator: " ")
        let call = ["/bin/bash", "-c", wrapper, "bash", folder, program] + arguments
        var words = call.map { strdup($0) } + [nil]
        var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var pid: pid_t = 0
        let result = posix_spawn(&pid, "/bin/bash", &files, &attributes, &words, &settings)
        guard result == 0 else {
            throw DidNotStart(description: "\(program): \(String(cString: strerror(result)))")
        }
        processIdentifier = pid
    }

    deinit { stop() }

    package var isRunning: Bool { exitStatus == nil }

    package var exitStatus: Int32? { status(options: WNOHANG) }

    @discardableResult
    private func status(options: Int32) -> Int32? {
        status.withLock { status in
            if status == nil {
                var word: Int32 = 0
                if waitpid(processIdentifier, &word, options) == processIdentifier {
                    status = word & 0x7f == 0 ? (word >> 8) & 0xff : 128 + (word & 0x7f)
                }
            }
            return status
        }
    }

    package func signal(_ number: Int32) {
        status.withLock { status in
            if status == nil { kill(leadsGroup ? -processIdentifier : processIdentifier, number) }
        }
    }

    /// SIGKILL, and gone.
    package func stop() {
        signal(SIGKILL)
        status(options: 0)
    }
}
