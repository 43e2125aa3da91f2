import Foundation
import NewsModel
import Testing

@testable import ChatNetworks

/// The colours of pages, as far as they can be computed (WCAG 2.1, 1.4.3: at least 4.5 to 1).
@Suite struct ContrastTests {
    /// Relative luminance of `#rrggbb`.
    private static func luminance(_ colour: String) throws -> Double {
        let value = try #require(UInt32(colour.dropFirst(), radix: 16), "\(colour)")
        let channels = [16, 8, 0].map { shift -> Double in
            let part = Double(value >> UInt32(shift) & 0xff) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }

    private static func ratio(_ one: String, _ other: String) throws -> Double {
        let (a, b) = (try luminance(one), try luminance(other))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// Every `#rrggbb` behind a property in a style, such as `color`.
    private static func colours(_ property: String, in style: some StringProtocol) -> [String] {
        style.components(separatedBy: CharacterSet(charactersIn: ";{}\"")).compactMap { declaration in
            let parts = declaration.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, parts[0] == property, parts[1].hasPrefix("#") else { return nil }
            return String(parts[1].prefix(7))
        }
    }

    /// The rules of a media query.
    private static func block(_ query: String, in page: String) throws -> Substring {
        let start = try #require(page.range(of: query)).upperBound
        var depth = 0
        var end = start
        for index in page[start...].indices {
            if page[index] == "{" { depth += 1 }
            if page[index] == "}" { depth -= 1 }
            end = index
            if depth == 0, page[index] == "}" { break }
        }
        return page[start..<end]
    }

    private func mail() throws -> String {
        let table = RichText.Table(columns: [.init("Player")], rows: [[["alice"]]])
        let squares = SquareState.allCases.map { RichText.Grid.Square("A", $0) }
        let body = RichText([
            .heading(level: 1, ["News"]), .heading(level: 2, ["Two"]), .heading(level: 3, ["Three"]),
            .paragraph([.strong([.link(label: "Story", url: "https://a.test/")]), .text(" — facts")]),
            .item(marker: "1", [.link(label: "x", url: "https://a.test"), .code("read 1"), .text(" — facts")]),
            .item(marker: "x", ["marked — y"]), .preformatted("x"), .table(table),
            .grid(RichText.Grid(rows: [.init(squares, words: "x")])), .footer(["end"]),
        ])
        return try MailSamples.rendering().content(
            [MailAnswer(command: "read 1", messages: [OutgoingMessage(body: body)])],
            footer: MailSamples.footer
        ).html
    }

    @Test func `all words of a mail can be read on light and on dark screens`() throws {
        let html = try mail()
        let dark = try Self.block("prefers-color-scheme: dark)", in: html)
        let grounds = Self.colours("background", in: dark)
        let inks = Self.colours("color", in: dark)
        #expect(grounds.count >= 2 && inks.count >= 20)
        for ink in inks {
            for ground in grounds { #expect(try Self.ratio(ink, ground) >= 4.5, "\(ink) on \(ground), dark") }
        }
        // What has no ground of its own stands on the page, or on the ground of code.
        let light = html.replacing(dark, with: "")
        let ownGround = light.components(separatedBy: "}").filter { $0.contains(".m-") && $0.contains("background") }
        #expect(ownGround.count == SquareState.allCases.count)
        for rule in ownGround {
            let style = rule + "}"
            let (ink, ground) = (Self.colours("color", in: style), Self.colours("background", in: style))
            #expect(try Self.ratio(try #require(ink.first), try #require(ground.first)) >= 4.5, "\(rule)")
        }
        let body = try #require(light.range(of: "<body")).lowerBound
        for ink in Self.colours("color", in: light[body...]) {
            #expect(try Self.ratio(ink, Palette.lightGround) >= 4.5, "\(ink), light")
        }
        #expect(try Self.ratio("#202124", "#f1f3f4") >= 4.5)
    }

    @Test(arguments: Meaning.allCases)
    func `each meaning can be read on each screen`(meaning: Meaning) throws {
        let palette = Palette(meaning)
        if let ground = Palette.ground(meaning) {
            #expect(try Self.ratio(ground.ink, ground.ground) >= 4.5)
        } else {
            #expect(try Self.ratio(palette.light, Palette.lightGround) >= 4.5)
            #expect(try Self.ratio(palette.dark, Palette.darkGround) >= 4.5)
            // Matrix: white, and the dark theme of Element.
            #expect(try Self.ratio(palette.either, "#ffffff") >= 4)
            #expect(try Self.ratio(palette.either, "#15191e") >= 4)
        }
    }

    @Test func `a document has a light and a dark page too`() throws {
        let page = HTMLRendering.document(RichText([.footer(["end"])]), title: "Digest")
        let dark = try Self.block("prefers-color-scheme: dark)", in: page)
        for ink in Self.colours("color", in: dark) { #expect(try Self.ratio(ink, Palette.darkGround) >= 4.5, "\(ink)") }
        for ink in Self.colours("color", in: "a { color: #0b57d0; } .quiet { color: #5f6368; }") {
            #expect(page.contains(ink))
            #expect(try Self.ratio(ink, "#ffffff") >= 4.5)
        }
        #expect(dark.contains("background: \(Palette.darkGround)"))
    }
}
