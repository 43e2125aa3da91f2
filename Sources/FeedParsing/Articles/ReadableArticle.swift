/// Extracts the article from a web page.
package enum ReadableArticle {
    /// UTF-8 bytes; shorter text is not an article.
    private static let shortest = 40
    /// UTF-8 bytes; text of this length is taken as complete.
    private static let enough = 500
    /// UTF-8 bytes; shorter text is used only if rows of similar elements give no more.
    private static let few = 140

    /// Nil when the page has no usable text.
    package static func extract(
        fromHTML bytes: [UInt8],
        contentType: String? = nil,
        pageURL: String
    ) -> ParsedArticle? {
        guard let root = HTMLTree.read(DocumentText.utf8(bytes, contentType: contentType)) else { return nil }
        let metadata = ArticleMetadata(root)
        RepeatedItems.mark(below: root)
        var paragraphs = paragraphs(of: root, metadata)
        if let body = metadata.body { paragraphs = LinkedBody.reconcile(paragraphs, with: body) }
        paragraphs = ArticleBoilerplate.removed(from: paragraphs, metadata)
        guard length(paragraphs) >= shortest else { return nil }
        var article = ParsedArticle(text: paragraphs.joined(separator: "\n\n"))
        article.title = metadata.title
        article.byline = metadata.byline.map { ArticleByline.withoutLabel($0, metadata) }
        article.publishedText = metadata.published
        article.published = metadata.published.flatMap { FeedDate.parse($0) }
        article.leadImageURL = metadata.imageURL.map { URLReference.resolve($0, against: pageURL) }
        article.language = metadata.language
        article.siteName = metadata.siteName
        article.summary = metadata.summary
        return article
    }

    private static func paragraphs(of root: HTMLNode, _ metadata: ArticleMetadata) -> [String] {
        // While a dialog is open, all else on the page may be hidden.
        let isCovered =
            !metadata.headlines.isEmpty
            && metadata.headlines.allSatisfy { headline in
                headline.isCovered || headline.ancestors.contains { $0.isCovered }
            }
        let found = paragraphs(of: root, metadata, readsCovered: isCovered)
        if length(found) >= shortest { return found }
        let unscripted = withoutScripts(root)
        if length(unscripted) >= shortest { return unscripted }
        if !isCovered, holdsCovered(root) {
            let covered = paragraphs(of: root, metadata, readsCovered: true)
            if length(covered) >= shortest { return covered }
        }
        return bestGuess(root)
    }

    private static func holdsCovered(_ node: HTMLNode) -> Bool {
        node.children.contains { !$0.isText && ($0.isCovered || holdsCovered($0)) }
    }

    /// The paragraphs of the article; if there is little text, the page is read again with fewer parts removed.
    private static func paragraphs(of root: HTMLNode, _ metadata: ArticleMetadata, readsCovered: Bool) -> [String] {
        var rules = ArticleParts.Rules(pageProse: root.proseLength, headlines: metadata.headlines)
        rules.isHeadlineSiteName = metadata.isHeadlineSiteName
        rules.readsCovered = readsCovered
        var longest: [String] = []
        for readsNames in [true, false] {
            rules.readsNames = readsNames
            let found = ArticleTextExtractor.paragraphs(of: ArticleFinder.find(in: root, rules), rules)
            if length(found) > length(longest) * 2 { longest = found }
            if length(longest) >= enough { break }
        }
        if length(longest) < few {
            rules.readsNames = true
            rules.readsRows = true
            let found = ArticleTextExtractor.paragraphs(of: ArticleFinder.find(in: root, rules), rules)
            if length(found) > length(longest) * 2 { longest = found }
        }
        return longest
    }

    /// All paragraphs that are long enough, anywhere on the page.
    private static func bestGuess(_ root: HTMLNode) -> [String] {
        guard root.proseLength >= few / 2 else { return [] }
        var paragraphs: [String] = []
        collectProse(of: root, into: &paragraphs)
        return paragraphs
    }

    private static func collectProse(of node: HTMLNode, into paragraphs: inout [String]) {
        for child in node.children where child.proseLength > 0 && !child.isHidden {
            if child.holdsBlock {
                collectProse(of: child, into: &paragraphs)
            } else {
                paragraphs.append(child.line)
            }
        }
    }

    /// The article in `noscript`, for pages that are built by scripts.
    private static func withoutScripts(_ root: HTMLNode) -> [String] {
        var article: HTMLNode?
        root.forEach { node in
            guard article == nil, node.name == "noscript" else { return }
            node.forEach { if article == nil, $0.name == "article" || $0.name == "main" { article = $0 } }
        }
        guard let article else { return [] }
        let rules = ArticleParts.Rules(pageProse: article.proseLength)
        return ArticleTextExtractor.paragraphs(of: ArticleFinder.find(in: article, rules), rules)
    }

    private static func length(_ paragraphs: [String]) -> Int { paragraphs.reduce(0) { $0 + $1.utf8.count } }
}

/// The article of a page, without the rest of the page.
package struct ParsedArticle: Sendable, Equatable {
    package var title: String?
    package var byline: String?
    /// The date as it is written on the page.
    package var publishedText: String?
    /// Unix seconds; nil when the date cannot be parsed.
    package var published: Int64?
    package var leadImageURL: String?
    /// Paragraphs, separated by empty lines.
    package var text: String
    package var language: String?
    package var siteName: String?
    /// The page's own summary, on one line.
    package var summary: String?

    package init(text: String) {
        self.text = text
    }
}
