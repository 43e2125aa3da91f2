import Foundation
import Logging
import MatrixClient
import NewsModel

/// What became of a picture that was to be uploaded.
enum PictureUpload: Hashable, Sendable {
    case uploaded(UploadedPicture)
    /// It cannot be loaded.
    case notLoaded
    /// The homeserver does not take this picture.
    case refused
    /// The homeserver takes no files now.
    case unavailable
}

/// Uploads pictures to the homeserver: one picture at most once in some days, for everybody who is shown it.
actor UploadedPictures {
    /// Seconds for which an uploaded picture is used again.
    ///
    /// A homeserver may delete old files without saying so.
    static let age: TimeInterval = 5 * 86_400
    /// Seconds for which a refused picture is not offered again.
    static let refusalAge: TimeInterval = 86_400
    /// The most refused pictures that are remembered; beyond them all are offered again.
    private static let mostRefused = 1_000

    private let network: String
    private let kept: any UploadKeeping
    private let time: any TimeSource
    private let log: Logger
    private var waiting: [String: [CheckedContinuation<PictureUpload, Never>]] = [:]
    /// When they may be offered again, by key.
    private var refused: [String: Date] = [:]

    init(network: String, kept: any UploadKeeping, time: any TimeSource, log: Logger) {
        self.network = network
        self.kept = kept
        self.time = time
        self.log = log
    }

    /// The homeserver's copy of a picture, or why there is none.
    ///
    /// - Parameters:
    ///   - key: names the picture: its address, or a prefix of the caller's own and a name.
    ///   - load: called only if the picture must be uploaded.
    func picture(
        _ key: String,
        through session: MatrixSession,
        load: @Sendable () async -> LoadedPicture?
    ) async -> PictureUpload {
        if waiting[key] != nil { return await withCheckedContinuation { waiting[key]?.append($0) } }
        waiting[key] = []
        let outcome: PictureUpload
        if let known = await known(key) {
            outcome = .uploaded(known)
        } else if let end = refused[key], time.now < end {
            outcome = .refused
        } else if let picture = await load() {
            outcome = await upload(picture, as: key, through: session)
        } else {
            outcome = .notLoaded
        }
        for other in waiting.removeValue(forKey: key) ?? [] { other.resume(returning: outcome) }
        return outcome
    }

    /// The homeserver's copy of a picture that was uploaded before.
    func known(_ key: String) async -> UploadedPicture? {
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
    ) async -> PictureUpload {
        let type = picture.format.mimeType
        let name = "picture.\(picture.format.kind.rawValue)"
        let outcome = await session.call(.upload(picture.bytes, type: type, name: name))
            .map { $0["content_uri"]?.string }
        let address: String
        switch outcome {
        case .success(let found): address = found
        // A homeserver without this call takes no files at all (client-server API, "Common error codes").
        case .refused(let refusal) where refusal.code != "M_UNRECOGNIZED":
            if refused.count >= Self.mostRefused { refused = [:] }
            refused[key] = time.now.addingTimeInterval(Self.refusalAge)
            return .refused
        case .refused, .limited, .loggedOut, .unavailable: return .unavailable
        }
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
        return .uploaded(uploaded)
    }

    /// Without the memory the picture is uploaded again, so nothing is lost.
    private func noteFailure(_ what: Logger.Message, _ error: any Error) {
        log.error(what, metadata: ["network": "\(network)", "error": "\(error)"])
    }
}
