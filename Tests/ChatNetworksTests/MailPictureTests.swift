import Foundation
import MailMessages
import NewsModel
import Synchronization
import TestSupport
import Testing

@testable import ChatNetworks

struct PictureFormatTests {
    @Test(arguments: [
        ("gif", Pictures.gif(320, 200)), ("png", Pictures.png(320, 200)), ("jpeg", Pictures.jpeg(320, 200)),
        ("webp", Pictures.webP("VP8X", [0, 0, 0, 0, 0x3F, 0x01, 0, 0xC7, 0, 0])),
        ("webp", Pictures.webP("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x40, 0x01, 0xC8, 0])),
        ("webp", Pictures.webP("VP8L", [0x2F, 0x3F, 0xC1, 0x31, 0, 0, 0, 0, 0, 0])),
    ])
    func `format and size are read from the bytes`(_ kind: String, _ bytes: [UInt8]) throws {
        let format = try #require(PictureFormat(bytes))
        #expect(format.kind.rawValue == kind)
        #expect(format.width == 320)
        #expect(format.height == 200)
    }

    @Test func `what is cut off or something else is no picture, wherever it ends`() {
        for bytes in [Pictures.gif(3, 3), Pictures.png(3, 3), Pictures.jpeg(3, 3), Pictures.webP("VP8X", [])] {
            for length in 0..<min(bytes.count, 10) { #expect(PictureFormat(Array(bytes.prefix(length))) == nil) }
            for length in 10..<max(10, bytes.count) { _ = PictureFormat(Array(bytes.prefix(length))) }
        }
        #expect(PictureFormat(Array("<svg onload='x()'/>".utf8)) == nil)
        #expect(PictureFormat([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0xFF, count: 10_000)) == nil)
        #expect(PictureFormat([0xFF, 0xD8, 0xFF, 0xE0, 0, 0] + [UInt8](repeating: 0, count: 100)) == nil)
    }
}

struct MailPictureTests {
    private func picture(_ url: String, marker: String? = nil) -> OutgoingMessage.Picture {
        OutgoingMessage.Picture(url: url, description: "What it shows", marker: marker)
    }

    private func message(_ pictures: [OutgoingMessage.Picture]) -> OutgoingMessage {
        var message = OutgoingMessage(body: .plain("x"))
        message.pictures = pictures
        return message
    }

    @Test func `a picture is fetched once, however many get it`() async throws {
        let asked = Mutex<[String]>([])
        let pictures = MailPictures(
            fetch: { url in
                asked.withLock { $0.append(url) }
                await Task.yield()
                return url.hasSuffix("gone") ? nil : Pictures.png(640, 480)
            },
            time: ManualTimeSource()
        )
        let domain = try MailDomain("example.test")
        let wanted = [
            picture("https://a.test/1", marker: "1"), picture("https://a.test/gone"), picture("https://a.test/2"),
        ]
        await withTaskGroup(of: Int.self) { group in
            for number in 0..<20 {
                group.addTask { await pictures.enclosed([message(wanted)], id: "m\(number)", domain: domain)[0].count }
            }
            for await count in group { #expect(count == 2) }
        }
        #expect(asked.withLock { $0 }.sorted() == ["https://a.test/1", "https://a.test/2", "https://a.test/gone"])
        let enclosed = await pictures.enclosed([message(wanted)], id: "m", domain: domain)[0]
        #expect(enclosed.map(\.marker) == ["1", nil])
        #expect(Set(enclosed.compactMap(\.file.contentID)).count == 2)
        #expect(enclosed.first?.file.type.description == "image/png")
    }

    @Test func `counters of readers, giants and what is no picture stay out`() async throws {
        let bodies: [String: [UInt8]] = [
            "pixel": Pictures.png(1, 1), "giant": Pictures.png(60_000, 60_000), "page": Array("<html>".utf8),
            "large": Pictures.png(640, 480) + [UInt8](repeating: 0, count: LoadedPictures.largest),
        ]
        let pictures = MailPictures(fetch: { bodies[$0] }, time: ManualTimeSource())
        let wanted = bodies.keys.map { picture($0) }
        #expect(await pictures.enclosed([message(wanted)], id: "m", domain: try MailDomain("example.test"))[0].isEmpty)
    }

    @Test func `a mail holds no more than it may`() async throws {
        let body = Pictures.png(640, 480) + [UInt8](repeating: 0, count: 390_000)
        let pictures = MailPictures(fetch: { _ in body }, time: ManualTimeSource())
        let wanted = (0..<12).map { picture("https://a.test/\($0)") }
        let enclosed = await pictures.enclosed([message(wanted)], id: "m", domain: try MailDomain("example.test"))[0]
        #expect(enclosed.count == 6)
        #expect(enclosed.map(\.file.content.count).reduce(0, +) <= 2_500_000)
    }

    @Test func `the answers of one mail share its room, and no two pictures a name`() async throws {
        let pictures = MailPictures(fetch: { _ in Pictures.png(640, 480) }, time: ManualTimeSource())
        let domain = try MailDomain("example.test")
        let one = message((1...8).map { picture("https://a.test/\($0)", marker: String($0)) })
        let enclosed = await pictures.enclosed([one, message([]), one], id: "m", domain: domain)
        #expect(enclosed.map(\.count) == [8, 0, 4])
        #expect(Set(enclosed.joined().compactMap(\.file.contentID)).count == 12)
        let none = MailPictures(fetch: nil, time: ManualTimeSource())
        #expect(await none.enclosed([one], id: "m", domain: domain) == [[]])
    }

    @Test func `slow publishers do not hold a mail up for long`() async throws {
        let time = ManualTimeSource()
        let pictures = MailPictures(
            fetch: { _ in
                time.advance(by: 15)
                return Pictures.png(640, 480)
            },
            time: time
        )
        let wanted = (0..<12).map { picture("https://a.test/\($0)") }
        #expect(
            await pictures.enclosed([message(wanted)], id: "m", domain: try MailDomain("example.test"))[0].count == 2
        )
    }
}

struct EnclosedPictureTests {
    private func enclosed(_ index: Int, marker: String?, _ description: String) throws -> EnclosedPicture {
        let domain = try MailDomain("example.org")
        return EnclosedPicture(
            file: OutgoingFile(
                name: nil,
                type: try #require(MIMEType("image/png")),
                content: Pictures.png(1200, 800),
                contentID: MailMessageID(stableID: "picture\(index).7-0", domain: domain)
            ),
            url: "https://a.test/picture\(index).png",
            description: description,
            marker: marker,
            width: 1200,
            height: 800
        )
    }

    private let message = OutgoingMessage(
        body: RichText([
            .heading(level: 1, [.text("Headlines")]), .paragraph([.text("1. The lead")]),
            .item(marker: "2", [.text("Second")]), .item(marker: "3", [.text("Third")]),
        ])
    )

    @Test func `pictures travel inside the mail, each at its story`() throws {
        let pictures = [
            try enclosed(0, marker: "1", "A \"lead\" <b>"), try enclosed(1, marker: "3", "Third's"),
        ]
        let composed = try #require(
            try MailSamples.composer().push(
                message,
                pictures: pictures,
                key: .ledger(7),
                to: MailSamples.reader,
                footer: MailSamples.footer,
                at: MailSamples.time
            )
        )
        let mail = IncomingMail(composed.bytes)
        let html = try #require(mail.html)
        #expect(html.contains("src=\"cid:picture0.7-0@example.org\" alt=\"A &quot;lead&quot; &lt;b&gt;\""))
        let lead = try #require(html.range(of: "cid:picture0.7-0"))
        let third = try #require(html.range(of: "cid:picture1.7-0"))
        let first = try #require(html.range(of: "1. The lead<"))
        let second = try #require(html.range(of: ">Second<"))
        #expect(lead.lowerBound < first.lowerBound)
        #expect(third.lowerBound > second.lowerBound)
        #expect(html[..<third.lowerBound].contains(">Third<"))
        #expect(
            html[lead.upperBound...].contains("width=\"564\"") && html[third.upperBound...].contains("width=\"320\"")
        )
        let raw = String(decoding: composed.bytes, as: UTF8.self)
        #expect(raw.contains("multipart/related"))
        #expect(raw.contains("Content-ID: <picture1.7-0@example.org>"))
        #expect(!html.contains("http://") && !html.contains("src=\"https://"))
        #expect(mail.plainText?.contains("cid:") == false)
    }

    @Test func `a picture with hardly a word is no spam to filters that count bytes`() throws {
        let link = RichText.Span.link(label: "X", url: "https://a.test/1")
        let message = OutgoingMessage(body: RichText([.paragraph([.strong([link]), .text(" — F · now · #k7f")])]))
        let composed = try #require(
            try MailSamples.composer().push(
                message,
                pictures: [try enclosed(0, marker: nil, "X")],
                key: .ledger(1),
                to: MailSamples.reader,
                footer: MailSamples.footer,
                at: MailSamples.time
            )
        )
        // SpamAssassin's HTML_IMAGE_ONLY_32 ends there.
        let size = try #require(IncomingMail(composed.bytes).html).utf8.count
        #expect(size > 3_200)
        #expect(String(decoding: composed.bytes, as: UTF8.self).contains("To: <reader@example.net>"))
    }

    @Test func `a headline's picture stands above it, below the heading`() throws {
        let link = RichText.Span.link(label: "The lead", url: "https://a.test/1")
        let text = RichText([
            .heading(level: 1, [.text("Headlines")]), .paragraph([.text("1. "), .strong([link]), .text(" — Feed")]),
            .item(marker: "2", [.text("Second")]),
        ])
        let values = MailHTML(pictures: [try enclosed(0, marker: "1", "x")]).values(text)
        #expect(values.map { $0.keys.sorted() } == [["h1"], ["enclosed"], ["story"], ["numbered"]])
        #expect(MailHTML(pictures: [try enclosed(0, marker: "1", "x")]).values(.plain("x")).count == 2)
    }

    @Test func `each answer of a mail has its own pictures at its own numbers`() throws {
        let list = OutgoingMessage(
            body: RichText([.item(marker: "1", [.text("One")]), .item(marker: "2", [.text("Two")])])
        )
        let composed = try #require(
            try MailSamples.composer().answer(
                [MailAnswer(command: "news", messages: [list]), MailAnswer(command: "digest", messages: [list])],
                pictures: [[try enclosed(0, marker: "2", "x")], [try enclosed(1, marker: "1", "y")]],
                to: IncomingMail(Array("From: reader@example.net\r\nSubject: Hi\r\n\r\nnews\r\n".utf8)),
                id: 7,
                of: MailSamples.reader,
                usualSubject: "Crier: your answer",
                footer: MailSamples.footer,
                at: MailSamples.time
            )
        )
        let html = try #require(IncomingMail(composed.bytes).html)
        let digest = try #require(html.range(of: ">digest<"))
        #expect(
            html[..<digest.lowerBound].contains("cid:picture0") && !html[..<digest.lowerBound].contains("cid:picture1")
        )
        #expect(html[digest.upperBound...].contains("cid:picture1"))
        #expect(String(decoding: composed.bytes, as: UTF8.self).contains("Content-ID: <picture1.7-0@example.org>"))
    }

    @Test func `a mail without pictures encloses nothing`() throws {
        let composed = try #require(
            try MailSamples.composer().push(
                message,
                key: .ledger(7),
                to: MailSamples.reader,
                footer: MailSamples.footer,
                at: MailSamples.time
            )
        )
        let raw = String(decoding: composed.bytes, as: UTF8.self)
        #expect(!raw.contains("multipart/related"))
        #expect(!raw.contains("<img"))
    }
}

/// The smallest beginnings of pictures of a size.
enum Pictures {
    static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    static func gif(_ width: Int, _ height: Int) -> [UInt8] {
        Array("GIF89a".utf8) + big(width, 2).reversed() + big(height, 2).reversed()
    }

    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + big(width, 4)
            + big(height, 4)
    }

    static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 17, 8] + big(height, 2) + big(width, 2)
            + [UInt8](repeating: 3, count: 12)
    }

    static func webP(_ chunk: String, _ rest: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP\(chunk)".utf8) + [0, 0, 0, 0] + rest
    }
}
