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

/// Encloses pictures in mails.
struct MailPictures: Sendable {
    /// The most bytes of all pictures of a mail.
    private static let largestTogether = 2_500_000
    /// Seconds for all pictures of a mail.
    private static let timeout: TimeInterval = 20

    private let loaded: LoadedPictures?
    private let time: any TimeSource

    /// Without `fetch` there are no pictures.
    init(fetch: LoadedPictures.Fetch?, time: any TimeSource) {
        loaded = fetch.map { LoadedPictures(fetch: $0, time: time) }
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
        guard let loaded else { return [] }
        var enclosed: [EnclosedPicture] = []
        for (index, picture) in pictures.enumerated() where time.now < end && total < Self.largestTogether {
            guard let found = await loaded.picture(picture.url), total + found.bytes.count <= Self.largestTogether,
                let type = MIMEType(found.format.mimeType)
            else { continue }
            total += found.bytes.count
            let file = OutgoingFile(
                name: nil,
                type: type,
                content: found.bytes,
                contentID: MailMessageID(stableID: "picture\(index).\(id)", domain: domain)
            )
            enclosed.append(
                EnclosedPicture(
                    file: file,
                    url: picture.url,
                    description: picture.description,
                    marker: picture.marker,
                    width: found.format.width,
                    height: found.format.height
                )
            )
        }
        return enclosed
    }
}
