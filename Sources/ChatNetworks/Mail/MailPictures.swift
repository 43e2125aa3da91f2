import Foundation
import MailMessages
import NewsModel

/// A picture enclosed in a mail.
struct EnclosedPicture: Hashable, Sendable {
    var file: OutgoingFile
    /// The publisher's address of the picture.
    var url: String
    /// The alternative text.
    var description: String
    /// The marker of the item it belongs to; nil when it belongs to the whole message.
    var marker: String?
    // Size in pixels.
    var width: Int
    var height: Int
}

/// Loads pictures for mails. Several recipients of one picture share one download.
actor MailPictures {
    /// The bytes of an address; nil when they cannot be loaded or are too many.
    typealias Fetch = @Sendable (String) async -> [UInt8]?

    // The most bytes of one picture, and of all pictures of a mail.
    static let largest = 400_000
    private static let largestTogether = 2_500_000
    /// Bytes of the cache.
    private static let kept = 16 << 20
    /// Allowed sides in pixels.
    ///
    /// Smaller pictures are tracking pixels; larger ones would use too much memory.
    private static let sides = 48...8_000
    /// Seconds for all pictures of a mail.
    private static let timeout: TimeInterval = 20
    /// Seconds until a picture that could not be loaded is tried again.
    private static let rest: TimeInterval = 600

    private struct Found {
        var bytes: [UInt8]?
        var time: Date
    }

    private let fetch: Fetch?
    private let time: any TimeSource
    private var found: [String: Found] = [:]
    private var order: [String] = []
    private var size = 0
    private var waiting: [String: [CheckedContinuation<[UInt8]?, Never>]] = [:]

    /// Without `fetch` there are no pictures.
    init(fetch: Fetch?, time: any TimeSource) {
        self.fetch = fetch
        self.time = time
    }

    /// The pictures of each message that could be loaded.
    ///
    /// Their ids consist of `id` and their position.
    func enclosed(_ messages: [OutgoingMessage], id: String, domain: MailDomain) async -> [[EnclosedPicture]] {
        let end = time.now.addingTimeInterval(Self.timeout)
        var enclosed: [[EnclosedPicture]] = []
        var total = 0
        for (index, message) in messages.enumerated() {
            let name = messages.count == 1 ? id : "\(index).\(id)"
            // Several answers in one mail together have no more pictures than one message.
            let left = OutgoingMessage.Picture.most - enclosed.joined().count
            let pictures = (message.pictures ?? []).prefix(max(left, 0))
            enclosed.append(await self.enclosed(pictures, id: name, domain: domain, until: end, total: &total))
        }
        return enclosed
    }

    private func enclosed(
        _ pictures: some Sequence<OutgoingMessage.Picture>,
        id: String,
        domain: MailDomain,
        until end: Date,
        total: inout Int
    ) async -> [EnclosedPicture] {
        guard let fetch else { return [] }
        var enclosed: [EnclosedPicture] = []
        for (index, picture) in pictures.enumerated() where time.now < end && total < Self.largestTogether {
            guard let bytes = await bytes(picture.url, fetch), total + bytes.count <= Self.largestTogether,
                let format = PictureFormat(bytes), Self.sides.contains(format.width),
                Self.sides.contains(format.height), let type = MIMEType("image/\(format.kind.rawValue)")
            else { continue }
            total += bytes.count
            let file = OutgoingFile(
                name: nil,
                type: type,
                content: bytes,
                contentID: MailMessageID(stableID: "picture\(index).\(id)", domain: domain)
            )
            enclosed.append(
                EnclosedPicture(
                    file: file,
                    url: picture.url,
                    description: picture.description,
                    marker: picture.marker,
                    width: format.width,
                    height: format.height
                )
            )
        }
        return enclosed
    }

    private func bytes(_ url: String, _ fetch: Fetch) async -> [UInt8]? {
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
