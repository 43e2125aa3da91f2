/// Removes paragraphs that are not part of the article: headline, byline, date, links to other articles, footers.
enum ArticleBoilerplate {
    private static let longest = 160

    static func removed(from paragraphs: [String], _ metadata: ArticleMetadata) -> [String] {
        var kept = paragraphs.filter { $0.utf8.count > longest || !isPointer($0.lowercased()) }
        let known = [metadata.title, metadata.byline, metadata.siteName].compactMap { $0?.lowercased() }
        // On most pages the headline, byline and date are above the text.
        for _ in 0..<4 {
            guard let first = kept.first, first.utf8.count <= longest else { break }
            guard known.contains(first.lowercased()) || isDate(first) || isByline(first, metadata) else { break }
            kept.removeFirst()
        }
        while let last = kept.last, last.utf8.count <= longest, isFooter(last.lowercased()) { kept.removeLast() }
        return kept
    }

    private static func isPointer(_ text: String) -> Bool { pointers.contains { text.hasPrefix($0) } }

    private static func isFooter(_ text: String) -> Bool {
        footers.contains { text.hasPrefix($0) } || isShareLabel(text)
    }

    private static func isShareLabel(_ text: String) -> Bool {
        guard text.utf8.count <= 40 else { return false }
        let words = text.split { !$0.isLetter }
        return shareLabels.contains(words.joined(separator: " "))
    }

    /// Whether a line is a date and little else: it has a year and at most nine words.
    private static func isDate(_ text: String) -> Bool {
        guard text.utf8.count <= 70, text.last != ".", text.last != "?" else { return false }
        let words = text.split { !$0.isLetter && !$0.isNumber }
        let hasYear = words.contains {
            $0.utf8.count == 4 && ($0.hasPrefix("19") || $0.hasPrefix("20")) && Int($0) != nil
        }
        let digits = words.count { Int($0) != nil }
        return hasYear && digits >= 2 && words.count <= 9
    }

    private static func isByline(_ text: String, _ metadata: ArticleMetadata) -> Bool {
        guard let byline = metadata.byline, byline.count > 3, text.count <= byline.count + 24 else { return false }
        return text.lowercased().contains(byline.lowercased())
    }

    private static let pointers = [
        "read more:", "read more about", "read also", "also read", "see also:", "see more:", "related:",
        "related story",
        "more on this story", "don't miss", "watch:", "watch more:", "recommended:", "sign up for our",
        "sign up to our",
        "subscribe to our", "follow us on", "this slideshow requires javascript", "please enable javascript",
        "you need to enable javascript", "story continues below", "article continues below", "advertisement",
        "continue reading the main story", "lire aussi", "à lire aussi", "lesen sie auch", "lesen sie hier",
        "leia também", "leia mais:", "lee también", "lea también", "leggi anche", "читайте также", "czytaj także",
        "延伸阅读", "相关阅读", "関連記事", "[button", "updated at ", "last updated ",
    ]

    /// The labels of share buttons; a paragraph with nothing else is removed.
    private static let shareLabels: Set<String> = [
        "share", "share this", "share on", "compartir", "comparte", "compartir en", "compartilhar", "compartilhe",
        "partager", "partagez", "partager sur", "teilen", "artikel teilen", "condividi", "condividi su", "delen",
        "udostępnij", "dela", "del", "paylaş", "поделиться", "поделитесь", "分享", "分享到", "シェア", "공유",
    ]

    private static let footers = [
        "tags ", "tags:", "tag:", "filed under", "posted in", "categories:", "category:", "copyright", "©",
        "all rights reserved", "follow ", "share this", "more about", "read more", "责任编辑", "(责任编辑", "（责任编辑", "編集",
    ]
}
