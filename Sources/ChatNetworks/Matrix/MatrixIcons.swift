import Foundation
import MatrixClient
import NewsModel
import Waking

/// Shows the icons of feeds in events: the marks that rendering has left become pictures, which the homeserver has.
///
/// Where there is none, the mark is removed. The plain body of an event never has one.
actor MatrixIcons {
    /// The most different icons of one event, so that it stays within its size.
    private static let most = 50
    /// Seconds for uploading the icons of one event; the others are uploaded for later events.
    private static let uploadTime: TimeInterval = 5
    /// Seconds without uploads after the homeserver took none; a picture that it refuses stops no others.
    private static let rest: TimeInterval = 600
    /// Seconds; an upload that had less before the end says nothing about the homeserver.
    private static let enoughTime: TimeInterval = 1
    /// Pixels.
    private static let height = 20

    private let source: (any FeedIconSource)?
    private let uploads: UploadedPictures
    private let time: any TimeSource
    private var restsUntil = Date.distantPast

    /// Without a source no icons are shown.
    init(source: (any FeedIconSource)?, uploads: UploadedPictures, time: any TimeSource) {
        self.source = source
        self.uploads = uploads
        self.time = time
    }

    private static let opening = "<img data-crier-icon=\""
    private static let closing = "\">"

    /// Stands for a feed's icon in HTML that is not sent yet; text cannot look like it, because text is escaped.
    static func mark(_ feed: FeedID) -> String { opening + String(feed.rawValue) + closing }

    /// The event with those icons that the reader at an address may see.
    func shown(in part: MessagePart, for reader: Address, through session: MatrixSession) async -> MessagePart {
        guard part.payload.contains("data-crier-icon"), var content = JSONValue(text: part.payload)?.object else {
            return part
        }
        var newContent = content["m.new_content"]?.object
        let key = "formatted_body"
        let html = content[key]?.string ?? ""
        let newHTML = newContent?[key]?.string ?? ""
        let pictures = await pictures(of: Self.feeds(in: html + newHTML), for: reader, through: session)
        if !html.isEmpty { content[key] = .string(Self.filled(html, pictures)) }
        if !newHTML.isEmpty { newContent?[key] = .string(Self.filled(newHTML, pictures)) }
        content["m.new_content"] = newContent.map(JSONValue.object)
        var shown = part
        shown.payload = JSONValue.object(content).text
        return shown
    }

    /// The HTML of each icon, with a space between it and the name.
    private func pictures(
        of feeds: [FeedID],
        for reader: Address,
        through session: MatrixSession
    ) async -> [FeedID: String] {
        guard let source, !feeds.isEmpty else { return [:] }
        let dates = await source.iconDates(of: feeds, for: reader)
        let end = time.now.addingTimeInterval(Self.uploadTime)
        var pictures: [FeedID: String] = [:]
        for feed in feeds {
            guard let date = dates[feed] else { continue }
            let key = "icon \(feed) \(Int(date.timeIntervalSince1970))"
            let now = time.now
            guard now < end, now >= restsUntil else {
                pictures[feed] = await uploads.known(key).flatMap(Self.picture)
                continue
            }
            // A homeserver that hangs keeps no news back.
            let upload = try? await time.race(until: end) { [uploads] in
                await uploads.picture(key, through: session) {
                    guard let icon = await source.icons(of: [feed], for: reader)[feed],
                        let format = PictureFormat(icon.bytes)
                    else { return nil }
                    return LoadedPicture(bytes: icon.bytes, format: format)
                }
            }
            switch upload {
            case .uploaded(let picture)?: pictures[feed] = Self.picture(picture)
            case .notLoaded?, .refused?: break
            case nil where end.timeIntervalSince(now) < Self.enoughTime: break
            case .unavailable?, nil: restsUntil = time.now.addingTimeInterval(Self.rest)
            }
        }
        return pictures
    }

    /// Client-server API, "m.room.message msgtypes": `img` with `src`, `alt`, `width` and `height`.
    private static func picture(_ uploaded: UploadedPicture) -> String? {
        guard uploaded.address.hasPrefix("mxc://"), uploaded.height > 0 else { return nil }
        let width = max(1, height * uploaded.width / uploaded.height)
        let address = HTMLRendering.escaped(uploaded.address)
        return "<img src=\"\(address)\" alt=\"\" width=\"\(width)\" height=\"\(height)\"> "
    }

    /// The feeds whose icons an HTML text has, each once.
    private static func feeds(in html: String) -> [FeedID] {
        var feeds: [FeedID] = []
        for piece in html.components(separatedBy: opening).dropFirst() {
            guard let number = Int64(piece.prefix { $0 != "\"" }) else { continue }
            if !feeds.contains(FeedID(rawValue: number)) { feeds.append(FeedID(rawValue: number)) }
        }
        return Array(feeds.prefix(most))
    }

    private static func filled(_ html: String, _ pictures: [FeedID: String]) -> String {
        let pieces = html.components(separatedBy: opening)
        var text = pieces[0]
        for piece in pieces.dropFirst() {
            guard let end = piece.range(of: closing) else { continue }
            if let feed = Int64(piece[..<end.lowerBound]) { text += pictures[FeedID(rawValue: feed)] ?? "" }
            text += piece[end.upperBound...]
        }
        return text
    }
}
