internal import CurlClient
internal import Synchronization

/// Fetches new messages of one mailbox.
///
/// Read and unread messages are treated alike.
///
/// One connection stays open between fetches. Fetches must not overlap.
package final class IMAPMailbox: Sendable {
    private let session: IMAPSession
    /// The message whose last fetch failed, and the number of failures in a row.
    private let lastFailure = Mutex<(uid: UInt32, failures: Int)>((0, 0))

    /// Creates a reader without connecting.
    ///
    /// - `url`: `imaps://host/INBOX`, or `imap:` for STARTTLS. Names other than INBOX are percent-encoded where needed.
    /// - `requiresTLS`: false allows `imap:` without encryption.
    /// - `caFile`: a PEM file of trusted authorities, used instead of the system's.
    package convenience init(
        url: String,
        requiresTLS: Bool = true,
        credentials: MailCredentials,
        caFile: String? = nil
    ) throws(MailTransportError) {
        try self.init(
            url: url,
            requiresTLS: requiresTLS,
            credentials: credentials,
            caFile: caFile,
            limits: LineLimits(total: 600, silence: 60)
        )
    }

    init(
        url: String,
        requiresTLS: Bool,
        credentials: MailCredentials,
        caFile: String?,
        limits: LineLimits
    ) throws(MailTransportError) {
        let url = try MailServerURL(url, allowing: [.imap, .imaps])
        guard credentials.isValid else { throw .invalidCredentials }
        guard let path = MailboxName.path(url.path) else { throw .invalidURL(reason: "it names no mailbox") }
        session = IMAPSession(
            url: url.origin + path,
            options: LineConnectionOptions(
                protocols: "imap,imaps",
                requiresTLS: requiresTLS,
                caFile: caFile,
                limits: limits
            ),
            credentials: credentials
        )
    }

    deinit { shutdown() }

    /// Fetches the messages that arrived after a position.
    ///
    /// Without a position, fetches the messages of the last `firstSeconds`. If the UIDs have changed their meaning,
    /// fetches the last `resetDays` (`isReset`). Messages that were deleted in the meantime are skipped.
    package func fetchNew(
        after position: MailboxPosition?,
        limits: IMAPLimits = IMAPLimits(),
        firstSeconds: Int = 3_600,
        resetDays: Int = 7
    ) async -> IMAPOutcome {
        do throws(IMAPFailure) {
            return .fetched(try await look(after: position, limits, firstSeconds: firstSeconds, resetDays: resetDays))
        } catch {
            return error.outcome
        }
    }

    /// Deletes messages.
    ///
    /// False if the server did not delete them; it needs UIDPLUS (RFC 4315).
    package func remove(_ uids: [UInt32], validity: UInt32) async -> Bool {
        guard !uids.isEmpty else { return true }
        do throws(IMAPFailure) {
            // Selects the mailbox, so that its UIDVALIDITY can be checked.
            _ = try await session.command("NOOP")
            guard session.validity == validity else { return false }
            for set in Self.sets(uids.prefix(1_000)) {
                _ = try await session.command("UID STORE \(set) +FLAGS.SILENT (\\Deleted)", expecting: validity)
                _ = try await session.command("UID EXPUNGE \(set)", expecting: validity)
            }
            return uids.count <= 1_000
        } catch {
            return false
        }
    }

    /// Ends the running fetch.
    ///
    /// Later fetches are `unavailable`.
    package func shutdown() {
        session.shutdown()
    }

    private func look(
        after position: MailboxPosition?,
        _ limits: IMAPLimits,
        firstSeconds: Int,
        resetDays: Int
    ) async throws(IMAPFailure) -> IMAPBatch {
        if let position, position.uid < .max {
            // The server returns the last message even if its UID is smaller (RFC 3501, 6.4.8).
            let answer = try await session.command("UID SEARCH UID \(position.uid + 1):*")
            if session.validity == position.validity {
                let uids = IMAPAnswer.uids(answer).filter { $0 > position.uid }
                return try await fetch(uids, from: position, limits)
            }
        }
        let last = IMAPAnswer.uids(try await session.command("UID SEARCH UID *")).last ?? 0
        guard let validity = session.validity else { throw IMAPFailure(.unavailable(reason: "no UIDVALIDITY")) }
        let uids =
            position == nil
            ? try await arrived(since: IMAPDate.now - max(0, firstSeconds), validity)
            : try await found(since: IMAPDate.day(resetDays, before: IMAPDate.now), validity)
        // Everything before the first of them is skipped.
        let start = uids.first.map { $0 - 1 } ?? last
        var batch = try await fetch(uids, from: MailboxPosition(validity: validity, uid: start), limits)
        batch.isReset = position != nil
        if !batch.hasMore {
            batch.position.uid = max(batch.position.uid, last)
        }
        return batch
    }

    private func found(since day: String, _ validity: UInt32) async throws(IMAPFailure) -> [UInt32] {
        IMAPAnswer.uids(try await session.command("UID SEARCH SINCE \(day)", expecting: validity))
    }

    /// Few enough for a command of 8,192 octets (RFC 7162, 4) and for libcurl.
    ///
    /// For each line of an answer libcurl counts all earlier lines again, and it refuses more than 300 KB ("Too large
    /// response headers"). 100 dates are too many.
    private static let mostOfOneCommand = 50

    private static func sets(_ uids: ArraySlice<UInt32>) -> [String] {
        stride(from: uids.startIndex, to: uids.endIndex, by: mostOfOneCommand).map { start in
            uids[start..<min(start + mostOfOneCommand, uids.endIndex)].map(String.init).joined(separator: ",")
        }
    }

    /// Filters by INTERNALDATE to the second, because SEARCH knows only days in the server's time zone.
    private func arrived(since time: Int, _ validity: UInt32) async throws(IMAPFailure) -> [UInt32] {
        let newest = try await found(since: IMAPDate.day(1, before: time), validity).suffix(1_000)
        guard !newest.isEmpty else { return [] }
        var times: [UInt32: Int] = [:]
        for set in Self.sets(newest) {
            let answer = try await session.command("UID FETCH \(set) (UID INTERNALDATE)", expecting: validity)
            times.merge(IMAPAnswer.arrivals(answer)) { $1 }
        }
        return newest.filter { times[$0].map { $0 >= time } ?? false }
    }

    private func fetch(
        _ uids: [UInt32],
        from position: MailboxPosition,
        _ limits: IMAPLimits
    ) async throws(IMAPFailure) -> IMAPBatch {
        let wanted = uids.prefix(max(1, min(limits.messages, 1_000)))
        var batch = IMAPBatch(messages: [], position: position, isReset: false, hasMore: uids.count > wanted.count)
        guard !wanted.isEmpty else { return batch }
        var sizes: [UInt32: Int] = [:]
        for set in Self.sets(wanted) {
            let answer = try await session.command("UID FETCH \(set) (UID RFC822.SIZE)", expecting: position.validity)
            sizes.merge(IMAPAnswer.sizes(answer)) { $1 }
        }
        var total = 0
        for uid in wanted {
            // No size: the message was deleted in the meantime.
            guard let size = sizes[uid] else { continue }
            guard total < limits.totalBytes else {
                batch.hasMore = true
                break
            }
            do throws(IMAPFailure) {
                let content = try await content(of: uid, size: size, limits, validity: position.validity)
                if case .whole(let bytes) = content { total += bytes.count }
                if let content { batch.messages.append(IMAPMessage(uid: uid, content: content)) }
                batch.position.uid = uid
            } catch {
                guard !batch.messages.isEmpty else { throw error }
                // The messages so far are returned.
                batch.hasMore = true
                break
            }
        }
        return batch
    }

    /// Nil if the message no longer exists.
    private func content(
        of uid: UInt32,
        size: Int,
        _ limits: IMAPLimits,
        validity: UInt32
    ) async throws(IMAPFailure) -> IMAPMessage.Content? {
        do throws(IMAPFailure) {
            guard size <= limits.messageBytes else {
                return .tooLarge(bytes: size, head: try await session.head(uid, expecting: validity))
            }
            let content = try await session.message(uid, limit: limits.messageBytes, expecting: validity)
            // The message is larger than the announced size.
            guard case .tooLarge(let bytes, _)? = content else { return content }
            return .tooLarge(bytes: bytes, head: try await session.head(uid, expecting: validity))
        } catch {
            // A message that can never be fetched must not block later messages forever.
            guard error.isAboutMessage else { throw error }
            let failures = lastFailure.withLock { lastFailure in
                lastFailure = (uid, lastFailure.uid == uid ? lastFailure.failures + 1 : 1)
                return lastFailure.failures
            }
            guard failures >= 3 else { throw error }
            return .unreadable(reason: error.reason)
        }
    }
}
