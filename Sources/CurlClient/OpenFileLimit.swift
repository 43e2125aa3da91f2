internal import Glibc

/// The limit of open files.
///
/// The usual soft limit of 1,024 is too low for many transfers.
enum OpenFileLimit {
    /// The limit after raising the soft limit.
    ///
    /// The first access raises it.
    static let files: Int = {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        let wanted = min(limit.rlim_max, 65_536)
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = wanted
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }()

    /// Connections for each loop.
    ///
    /// Two loops share the files with the database, chats and libcurl's resolver.
    static let connectionsPerLoop = max(16, (files - 200) / 3)
}
