import Foundation
import MatrixClient

/// The session on disk: a file that only we may read, replaced atomically.
struct SessionFile: Sendable {
    let path: String

    /// Nil when there is no readable session.
    func load() -> MatrixCredentials? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return try? JSONDecoder().decode(MatrixCredentials.self, from: data)
    }

    func save(_ credentials: MatrixCredentials) throws {
        let data = try JSONEncoder().encode(credentials)
        let draft = path + ".new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: data)
        try handle.synchronize()
        try handle.close()
        guard rename(draft, path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}
