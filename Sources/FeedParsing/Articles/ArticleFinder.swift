/// Finds the element of the article: the one whose paragraphs score highest by length and links.
struct ArticleFinder {
    private static let weightUnderHeadline = 4.0

    private let rules: ArticleParts.Rules
    private var scores: [ObjectIdentifier: (node: HTMLNode, score: Double)] = [:]

    /// The smallest element that contains the headline and a paragraph.
    private let titled: HTMLNode?

    private init(_ rules: ArticleParts.Rules, titled: HTMLNode?) {
        self.rules = rules
        self.titled = titled
    }

    /// The elements of the article, in the page's order.
    ///
    /// Usually there is one.
    static func find(in root: HTMLNode, _ rules: ArticleParts.Rules) -> [HTMLNode] {
        find(in: root, rules, HeadlineBox.find(rules), tries: 3)
    }

    /// Columns beside the article are left out one after another.
    private static func find(
        in root: HTMLNode,
        _ rules: ArticleParts.Rules,
        _ box: HeadlineBox?,
        tries: Int
    ) -> [HTMLNode] {
        var finder = ArticleFinder(rules, titled: rules.readsRows ? nil : rules.headline.flatMap(titled))
        finder.score(root)
        guard let best = finder.best() else { return [] }
        let columns = tries > 1 ? box?.columns(in: best) ?? [] : []
        guard columns.isEmpty else {
            for column in columns { column.isColumn = true }
            return find(in: root, rules, box, tries: tries - 1)
        }
        return finder.joined(best, box)
    }

    private static func titled(_ headline: HTMLNode) -> HTMLNode? {
        var node = headline.parent
        while let current = node, current.name != "body", current.name != "html" {
            if current.proseLength >= 140, current.name != "header" { return current }
            node = current.parent
        }
        return nil
    }

    /// `weight` is below one inside a row of similar elements.
    private mutating func score(_ node: HTMLNode, weight: Double = 1) {
        // Text between blocks that is in no paragraph.
        let bare = node.children.reduce(0) { $0 + (HTMLTags.isBlock($1.name) || $1.name == "a" ? 0 : $1.textLength) }
        if bare > 80 {
            let old = scores[ObjectIdentifier(node)]?.score ?? Self.start(node)
            scores[ObjectIdentifier(node)] = (node, old + (1 + Double(min(bare, 3_000)) / 100) * weight)
        }
        for child in node.children where !child.isText && !ArticleParts.isSkipped(child, rules) {
            let weight = child.row.map(rules.weight) ?? (child === titled ? Self.weightUnderHeadline : weight)
            if Self.isParagraph(child) { add(child, weight: weight) } else { score(child, weight: weight) }
        }
    }

    /// Whether the element is a paragraph, or a block that is used as one.
    private static func isParagraph(_ node: HTMLNode) -> Bool {
        switch node.name {
        case "p", "pre", "blockquote": true
        case "li": node.textLength > 80 && !node.children.contains { $0.name == "p" || $0.name == "ul" }
        case "div", "section", "td", "article", "main":
            !node.children.contains { HTMLTags.isBlock($0.name) } && node.textLength > 40
        default: false
        }
    }

    private mutating func add(_ paragraph: HTMLNode, weight: Double) {
        guard paragraph.textLength >= 25 else { return }
        let commas = paragraph.line.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: ",") ? 1 : 0) }
        let length = Double(min(paragraph.textLength, 600)) / 100
        let points = weight * (1 + Double(min(commas, 10)) * 0.5 + length) * (1 - min(1, paragraph.linkDensity))
        var ancestor = paragraph.parent
        for level in 0..<5 {
            guard let node = ancestor, node.name != "html" else { return }
            let share: Double = level == 0 ? 1 : level == 1 ? 0.8 : 0.6 / Double(level)
            let old = scores[ObjectIdentifier(node)]?.score ?? Self.start(node)
            scores[ObjectIdentifier(node)] = (node, old + points * share)
            ancestor = node.parent
        }
    }

    private static func start(_ node: HTMLNode) -> Double {
        guard node.row == nil else { return 0 }
        var score = ArticleParts.isLikely(node) ? 15.0 : 0
        if node.attributes["itemprop"]?.lowercased() == "articlebody" { score += 30 }
        switch node.name {
        case "article": score += 10
        case "main": score += 5
        case "body": score -= 10
        case "li", "td", "blockquote": score -= 5
        default: break
        }
        return score
    }

    private func best() -> HTMLNode? {
        let ranked = scores.values.map { (node: $0.node, score: $0.score * (1 - $0.node.ownLinkDensity)) }
        guard var best = ranked.max(by: { $0.score < $1.score }) else { return nil }
        // The parent is the article when its score is nearly as high.
        while let parent = best.node.parent, let held = scores[ObjectIdentifier(parent)], parent.name != "body" {
            let score = held.score * (1 - parent.ownLinkDensity)
            guard score > best.score * 0.9 else { break }
            best = (parent, score)
        }
        return Self.whole(best.node)
    }

    /// A list, a quotation or a data table is part of the article around it.
    private static func whole(_ node: HTMLNode) -> HTMLNode {
        var whole = node
        var current: HTMLNode? = node
        for _ in 0..<6 {
            guard let part = current, let parent = part.parent, parent.name != "body", parent.name != "html" else {
                break
            }
            switch part.name {
            case "ul", "ol", "dl", "li", "blockquote", "pre", "p": whole = parent
            case "table" where part.children.contains(where: { $0.name == "thead" || $0.name == "caption" }):
                whole = parent
            case "td", "tr", "tbody", "thead": break
            default: return whole
            }
            current = parent
        }
        return whole
    }

    /// An article may be split into similar sections side by side, with paragraphs between them.
    private func joined(_ best: HTMLNode, _ box: HeadlineBox?) -> [HTMLNode] {
        var node = best
        while let parent = node.parent, parent.name != "body", parent.textLength == node.textLength { node = parent }
        guard let parent = node.parent, let own = scores[ObjectIdentifier(best)]?.score else { return [best] }
        let parts = parent.children.filter { sibling in
            if sibling === node { return true }
            guard !sibling.isText, sibling.textLength > 0, !ArticleParts.isSkipped(sibling, rules) else { return false }
            if sibling.name == "p" { return sibling.textLength > 80 && sibling.linkDensity < 0.25 }
            let isAlike = sibling.label == node.label || sibling.name == "section"
            guard sibling.name == node.name, isAlike, sibling.linkDensity < 0.2 else {
                return false
            }
            // A single paragraph in its own box is often about the publisher.
            var paragraphs = 0
            sibling.forEach { paragraphs += $0.name == "p" ? 1 : 0 }
            return bestScore(in: sibling, depth: 3) > max(4, own * (paragraphs > 1 ? 0.03 : 0.35))
        }
        if let box, box.isIn(node), box.areColumns(parts.filter { $0 !== node }) { return [node] }
        return parts
    }

    private func bestScore(in node: HTMLNode, depth: Int) -> Double {
        let own = scores[ObjectIdentifier(node)]?.score ?? 0
        guard depth > 0 else { return own }
        return node.children.reduce(own) { $1.isText ? $0 : max($0, bestScore(in: $1, depth: depth - 1)) }
    }
}
