import Foundation
import NewsModel

/// A picture of a story, with the format that its bytes show.
struct LoadedPicture: Hashable, Sendable {
    var bytes: [UInt8]
    var format: PictureFormat
}

/// Loads pictures of stories. Several recipients of one picture share one download.
actor LoadedPictures {
    /// The bytes of an address; nil when they cannot be loaded or are too many.
    typealias Fetch = @Sendable (String) async -> [UInt8]?

    /// The most bytes of one picture.
    static let largest = 400_000
    /// Bytes of the cache.
    private static let kept = 16 << 20
    /// Allowed sides in pixels.
    ///
    /// Smaller pictures are tracking pixels; larger ones would use too much memory.
    private static let sides = 48...8_000
    /// Seconds until a picture that could not be loaded is tried again.
    private static let rest: TimeInterval = 600

    private struct Found {
        var bytes: [UInt8]?
        var time: Date
    }

    private let fetch: Fetch
    private let time: any TimeSource
    private var found: [String: Found] = [:]
    private var order: [String] = []
    private var size = 0
    private var waiting: [String: [CheckedContinuation<[UInt8]?, Never>]] = [:]

    init(fetch: @escaping Fetch, time: any TimeSource) {
        self.fetch = fetch
        self.time = time
    }

    /// Nil for what cannot be loaded, is no picture that programs show, or has another size than pictures of stories
    /// have.
    func picture(_ url: String) async -> LoadedPicture? {
        guard let bytes = await bytes(url), let format = PictureFormat(bytes), Self.sides.contains(format.width),
            Self.sides.contains(format.height)
        else { return nil }
        return LoadedPicture(bytes: bytes, format: format)
    }

    private func bytes(_ url: String) async -> [UInt8]? {
        if let known = found[url], known.bytes != nil || time.now.timeIntervalSince(known.time) < Self.rest {
            return known.bytes
        }
        if waiting[url] != nil { return await withCheckedContinuation { waiting[url]?.append($0) } }
        waiting[url] = []
        let bytes = await fetch(url).flatMap { $0.count <= Self.largest ? $0 : nil }
        keep(bytes, of: url)
        for other in waiting.removeValue(forKey: url) ?? [] { other.resume(returning: bytes) }
        return bytes
    }

    private func keep(_ bytes: [UInt8]?, of url: String) {
        if let old = found.updateValue(Found(bytes: bytes, time: time.now), forKey: url) {
            size -= old.bytes?.count ?? 0
            order.removeAll { $0 == url }
        }
        order.append(url)
        size += bytes?.count ?? 0
        while size > Self.kept || order.count > 2_000 {
            size -= found.removeValue(forKey: order.removeFirst())?.bytes?.count ?? 0
        }
    }
}
