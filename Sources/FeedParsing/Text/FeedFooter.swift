/// Lines that programs put under every article of a feed.
enum FeedFooter {
    /// The text without them; a text that is nothing else stays.
    static func removed(from text: String) -> String {
        var rest = text[...]
        for _ in 0..<4 {
            guard let end = rest.lastIndex(where: \.isNewline) else { break }
            let line = rest[rest.index(after: end)...].trimmingSpace()
            guard line.utf8.count <= 400, isFooter(line.lowercased()) else { break }
            rest = rest[..<end].trimmingSpace()
        }
        return rest.endIndex == text.endIndex ? text : String(rest)
    }

    private static func isFooter(_ line: String) -> Bool {
        if (line.hasPrefix("the post ") || line.hasPrefix("the article ")) && line.contains("appeared first on ") {
            return true
        }
        if line.hasPrefix("der beitrag ") && line.contains(" erschien zuerst auf ") { return true }
        if line.hasPrefix("l’article ") && line.contains(" est apparu en premier sur ") { return true }
        if line.hasPrefix("la entrada ") && line.contains(" se publicó primero en ") { return true }
        let words = line.filter { $0.isLetter || $0 == " " }.trimmingSpace()
        return whole.contains(String(words)) || starts.contains { line.hasPrefix($0) }
    }

    private static let whole: Set<String> = [
        "continue reading", "read more", "read the full article", "read the full story", "read full article",
        "read the rest of this entry", "keep reading", "more", "comments", "weiterlesen", "lire la suite",
        "leer más", "seguir leyendo", "leia mais", "continua a leggere", "читать далее", "читать дальше", "阅读全文",
        "続きを読む", "share this", "email this", "tweet this", "permalink",
    ]

    private static let starts = [
        "share this:", "filed under:", "continue reading →", "continue reading on ", "read more at ",
        "this post first appeared on ", "this article originally appeared on ", "like this:",
    ]
}
