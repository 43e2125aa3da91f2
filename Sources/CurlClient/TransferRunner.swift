internal import CCurl
internal import Glibc

/// The waiting and running transfers of a loop; used on the loop's thread only.
final class TransferRunner {
    private let multi: MultiHandle
    private var queue: TransferQueue<TransferJob>
    /// The waiting jobs.
    ///
    /// A cancelled job is removed here and skipped in the queue.
    private var waiting: [TransferJob.ID: TransferJob] = [:]
    private var running: [TransferJob.ID: (transfer: any Transfer, group: String)] = [:]
    private var ids: [UnsafeMutableRawPointer: TransferJob.ID] = [:]
    private var answered = 0

    init(multi: MultiHandle, limits: TransferLoop.Limits) {
        self.multi = multi
        queue = TransferQueue(limits: limits)
        limit(limits)
    }

    func handle(_ messages: [TransferLoop.Message]) {
        for message in messages {
            switch message {
            case .start(let job):
                waiting[job.id] = job
                queue.enqueue(job, group: job.group)
            case .cancel(let id):
                cancel(id)
            case .limit(let limits):
                limit(limits)
            }
        }
    }

    /// Answers finished transfers and starts waiting ones.
    func perform() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi.pointer, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle, let id = ids[easy]
            else { continue }
            let code = message.pointee.data.result
            remove(id, isDone: true)?.finish(code)
        }
        startWaiting()
    }

    /// Waits for the next event and lets libcurl work.
    func wait() {
        multi.wait()
    }

    func failAll(_ error: HTTPClientError) {
        for id in Array(running.keys) {
            remove(id)?.fail(error)
        }
        for id in Array(waiting.keys) {
            reject(id, error)
        }
        queue.removeWaiting()
    }

    /// The number of jobs answered since the last call.
    func takeAnswered() -> Int {
        defer { answered = 0 }
        return answered
    }

    private func startWaiting() {
        while let job = queue.next() {
            if waiting[job.id] == nil {
                queue.finished(group: job.group)
            } else {
                start(job)
            }
        }
    }

    private func start(_ job: TransferJob) {
        do throws(HTTPClientError) {
            let transfer = try job.makeTransfer()
            if let code = transfer.easy.refusedOption {
                throw .libraryFailure(reason: String(cString: curl_easy_strerror(code)))
            }
            guard curl_multi_add_handle(multi.pointer, transfer.easy.pointer) == CURLM_OK else {
                throw .libraryFailure(reason: "curl_multi_add_handle")
            }
            waiting[job.id] = nil
            running[job.id] = (transfer, job.group)
            ids[transfer.easy.pointer] = job.id
        } catch {
            queue.finished(group: job.group)
            reject(job.id, error)
        }
    }

    private func cancel(_ id: TransferJob.ID) {
        if let transfer = remove(id) {
            transfer.fail(.cancelled)
        } else {
            reject(id, .cancelled)
        }
    }

    private func reject(_ id: TransferJob.ID, _ error: HTTPClientError) {
        guard let job = waiting.removeValue(forKey: id) else { return }
        job.reject(error)
        answered += 1
    }

    private func remove(_ id: TransferJob.ID, isDone: Bool = false) -> (any Transfer)? {
        guard let (transfer, group) = running.removeValue(forKey: id) else { return nil }
        if !isDone {
            transfer.prepareForRemoval()
        }
        curl_multi_remove_handle(multi.pointer, transfer.easy.pointer)
        ids[transfer.easy.pointer] = nil
        queue.finished(group: group)
        answered += 1
        return transfer
    }

    private func limit(_ limits: TransferLoop.Limits) {
        let total = min(limits.total, OpenFileLimit.connectionsPerLoop)
        queue.limits = TransferLoop.Limits(total: total, perGroup: limits.perGroup)
        // A few more than may run, so that a new host replaces an idle connection instead of waiting for it.
        multi.set(CURLMOPT_MAX_TOTAL_CONNECTIONS, total + 8)
        multi.set(CURLMOPT_MAXCONNECTS, total)
    }
}

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
