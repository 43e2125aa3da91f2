import Foundation
import MailMessages
import NewsModel

/// A picture that travels inside a mail.
struct EnclosedPicture: Hashable, Sendable {
    var file: OutgoingFile
    /// For who cannot see it.
    var description: String
    /// The marker of the item it belongs to; nil belongs to the whole.
    var marker: String?
    /// Pixels.
    var width: Int
    var height: Int
}

/// Fetches pictures for mails, each once for everybody who gets it at about the same time.
actor MailPictures {
    /// The bytes behind an address; nil when there are none, or too many.
    typealias Fetch = @Sendable (String) async -> [UInt8]?

    /// Bytes of one picture, and of all pictures of a mail.
    static let largest = 400_000
    private static let largestTogether = 2_500_000
    /// Bytes kept for those who get the same.
    private static let kept = 16 << 20
    /// Pixels; smaller ones are no pictures but counters of readers, larger ones fill a reader's memory.
    private static let sides = 48...8_000
    /// Seconds for all pictures of a mail.
    private static let patience: TimeInterval = 20
    /// Seconds until a picture that was not to be had is asked for again.
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

    /// The pictures of each message of a mail, as far as they could be had, named by `id` and their place.
    func enclosed(_ messages: [OutgoingMessage], id: String, domain: MailDomain) async -> [[EnclosedPicture]] {
        let end = time.now.addingTimeInterval(Self.patience)
        var enclosed: [[EnclosedPicture]] = []
        var total = 0
        for (index, message) in messages.enumerated() {
            let name = messages.count == 1 ? id : "\(index).\(id)"
            // Ten answers in one mail hold no more pictures than one.
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
