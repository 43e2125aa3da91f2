/// Finds the first image in an article's HTML that is suitable for display.
enum FirstImage {
    static func url(inHTML html: String?) -> String? {
        guard var html else { return nil }
        return html.withUTF8 { bytes in
            var start = 0
            for _ in 0..<10 {
                guard let found = find("<img", in: bytes, from: start) ?? find("<IMG", in: bytes, from: start),
                    let end = HTMLTag.closingBracket(in: bytes, from: found + 1)
                else { return nil }
                let tag = HTMLAttributes(UnsafeBufferPointer(rebasing: bytes[(found + 4)..<end]))
                if let source = tag.value("src") ?? tag.value("data-src"), isWorthShowing(source, tag) { return source }
                start = end
            }
            return nil
        }
    }

    private static func find(_ text: StaticString, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        text.withUTF8Buffer { wanted in
            bytes.firstRange(of: wanted, from: start)
        }
    }

    /// Tracking pixels, spacers and emoji are not suitable.
    private static func isWorthShowing(_ source: String, _ tag: HTMLAttributes) -> Bool {
        guard !source.isEmpty, !source.hasPrefix("data:") else { return false }
        for side in [tag.value("width"), tag.value("height")] {
            if let pixels = side.flatMap({ Int($0) }), pixels <= 32 { return false }
        }
        var source = source
        return source.withUTF8 { bytes in !trackers.contains { find($0, in: bytes, from: 0) != nil } }
    }

    private static let trackers: [StaticString] = [
        "feedburner.com/~r/", "feedburner.com/~ff/", "feedsportal.com", "doubleclick.net", "/pixel.", "pixel.wp.com",
        "stats.wordpress.com", "feeds.wordpress.com", "/emoji/", "smilies", "spacer.gif", "blank.gif",
    ]

    static func isPicture(_ url: String) -> Bool {
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"].contains { path.hasSuffix($0) }
    }
}
