import Foundation
import Logging
import MatrixClient
import NewsModel

/// Uploads pictures to the homeserver: one picture at most once in some days, for everybody who is shown it.
actor UploadedPictures {
    /// Seconds for which an uploaded picture is used again.
    ///
    /// A homeserver may delete old files without saying so.
    static let age: TimeInterval = 5 * 86_400

    private let network: String
    private let kept: any UploadKeeping
    private let time: any TimeSource
    private let log: Logger
    private var waiting: [String: [CheckedContinuation<UploadedPicture?, Never>]] = [:]

    init(network: String, kept: any UploadKeeping, time: any TimeSource, log: Logger) {
        self.network = network
        self.kept = kept
        self.time = time
        self.log = log
    }

    /// The homeserver's copy of a picture; nil if it cannot be loaded, or the homeserver takes no file now.
    ///
    /// - Parameters:
    ///   - key: names the picture: its address, or a prefix of the caller's own and a name.
    ///   - load: called only if the picture must be uploaded.
    func picture(
        _ key: String,
        through session: MatrixSession,
        load: @Sendable () async -> LoadedPicture?
    ) async -> UploadedPicture? {
        if waiting[key] != nil { return await withCheckedContinuation { waiting[key]?.append($0) } }
        waiting[key] = []
        var found = await known(key)
        if found == nil, let picture = await load() { found = await upload(picture, as: key, through: session) }
        for other in waiting.removeValue(forKey: key) ?? [] { other.resume(returning: found) }
        return found
    }

    private func known(_ key: String) async -> UploadedPicture? {
        do {
            return try await kept.uploadedPicture(key, on: network, since: time.now.addingTimeInterval(-Self.age))
        } catch {
            noteFailure("Uploaded picture cannot be looked up", error)
            return nil
        }
    }

    private func upload(
        _ picture: LoadedPicture,
        as key: String,
        through session: MatrixSession
    ) async -> UploadedPicture? {
        let type = picture.format.mimeType
        let name = "picture.\(picture.format.kind.rawValue)"
        let outcome = await session.call(.upload(picture.bytes, type: type, name: name))
            .map { $0["content_uri"]?.string }
        guard case .success(let address) = outcome else { return nil }
        let uploaded = UploadedPicture(
            address: address,
            mediaType: type,
            bytes: picture.bytes.count,
            width: picture.format.width,
            height: picture.format.height
        )
        do {
            try await kept.keepUploaded(uploaded, as: key, on: network, at: time.now)
        } catch {
            noteFailure("Uploaded picture not remembered", error)
        }
        return uploaded
    }

    /// Without the memory the picture is uploaded again, so nothing is lost.
    private func noteFailure(_ what: Logger.Message, _ error: any Error) {
        log.error(what, metadata: ["network": "\(network)", "error": "\(error)"])
    }
}
