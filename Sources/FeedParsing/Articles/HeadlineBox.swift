/// The smallest box that contains the page's headline and a paragraph.
///
/// It tells the columns beside an article, which may have more text than a short article.
struct HeadlineBox {
    /// UTF-8 bytes; a shorter line is a label or a byline.
    private static let shortest = 60
    /// One at the left and one at the right.
    private static let mostColumns = 2
    /// How many elements and texts are looked at.
    private static let mostParts = 5_000
    /// In the class or id of a box that contains only the headline and what belongs to it.
    private static let headers = ["head", "title", "hero", "intro", "standfirst", "summary"]

    private let node: HTMLNode
    private let rules: ArticleParts.Rules
    /// The levels that the headings of the article's own sections may have.
    private let sectionLevels: Set<Int>

    /// Nil when the headline has no paragraph, or is the name of the site.
    static func find(_ rules: ArticleParts.Rules) -> HeadlineBox? {
        guard let headline = rules.headline, !rules.isHeadlineSiteName, let level = headline.headingLevel else {
            return nil
        }
        var left = mostParts
        for box in headline.ancestors {
            guard box.name != "body", box.name != "html", box.row == nil else { return nil }
            let isHeader = box.name == "header" || headers.contains { box.label.holds($0) }
            guard !isHeader, box.proseLength >= shortest else { continue }
            var lines = Lines()
            lines.read(box, rules, &left)
            guard left > 0 else { return nil }
            guard lines.paragraphs > 0 else { continue }
            var sectionLevels: Set<Int> = [1, level + 1]
            // A single paragraph above a byline may be the summary of an article in the next box.
            if lines.paragraphs == 1, !lines.endWithParagraph { sectionLevels.formUnion([2, 3]) }
            return HeadlineBox(node: box, rules: rules, sectionLevels: sectionLevels)
        }
        return nil
    }

    func isIn(_ other: HTMLNode) -> Bool { other === node || other.isAround(node) }

    /// The columns to leave out when `best`, which has the highest score, is a column or contains columns.
    func columns(in best: HTMLNode) -> [HTMLNode] {
        guard best !== node, !node.isAround(best) else { return [] }
        if best.isAround(node) {
            let others = textBeside(within: best)
            return areColumns(others) ? others : []
        }
        var column = best
        while let outer = column.parent, !outer.isAround(node) { column = outer }
        return areColumns([column]) ? [column] : []
    }

    /// Whether all of the boxes are columns beside the article, and none is a part of it.
    func areColumns(_ boxes: [HTMLNode]) -> Bool {
        guard !boxes.isEmpty, boxes.count <= Self.mostColumns else { return false }
        return boxes.allSatisfy { box in isColumn(box) && !box.ancestors.contains { Self.isArticle($0) } }
    }

    private static func isArticle(_ node: HTMLNode) -> Bool {
        node.name == "article" || ArticleParts.isLikely(node)
            || node.attributes["itemprop"]?.lowercased() == "articlebody"
    }

    /// The boxes with text that are in `outermost` and not in this box.
    private func textBeside(within outermost: HTMLNode) -> [HTMLNode] {
        var others: [HTMLNode] = []
        var inner = node
        while inner !== outermost, let outer = inner.parent {
            for child in outer.children where child !== inner {
                if Self.holdsText(child), !ArticleParts.isSkipped(child, rules) { others.append(child) }
            }
            inner = outer
        }
        return others
    }

    private static func holdsText(_ node: HTMLNode) -> Bool { node.proseLength > 0 || holdsRow(node) }

    private static func holdsRow(_ node: HTMLNode) -> Bool {
        if let row = node.row { return !row.isAside }
        return node.children.contains { holdsRow($0) }
    }

    /// Whether a box is only a title and what is under it, or several of these.
    ///
    /// The text of an article begins with a paragraph, and its headings are between paragraphs. The headings of its
    /// sections are one level below the headline.
    private func isColumn(_ box: HTMLNode) -> Bool {
        let isAlike = box.label == node.label && !box.label.isEmpty || box.name == "section"
        guard box.row == nil, !(isAlike && box.name == node.name), Self.beginsWithHeading(box),
            !rules.headlines.contains(where: { box.isAround($0) })
        else { return false }
        var startsBoxes = true
        box.forEach { part in
            guard startsBoxes, let level = part.headingLevel, part.textLength > 0 else { return }
            // A heading with a link is a teaser's.
            startsBoxes = part.linkLength == 0 && !sectionLevels.contains(level) && Self.beginsBox(part, within: box)
        }
        return startsBoxes
    }

    private static func beginsWithHeading(_ box: HTMLNode) -> Bool {
        var part = box
        while part.headingLevel == nil {
            guard let first = part.children.first(where: { $0.textLength > 0 }), !first.isText else { return false }
            part = first
        }
        return true
    }

    /// Whether no text is before the heading in the box that it is the heading of.
    private static func beginsBox(_ heading: HTMLNode, within outermost: HTMLNode) -> Bool {
        var part = heading
        while part !== outermost, let outer = part.parent {
            if outer.textLength != part.textLength {
                return outer.children.first(where: { $0.textLength > 0 }) === part
            }
            part = outer
        }
        return true
    }

    /// The lines of text of a box, without headings, rows and lists of links, up to the second paragraph.
    private struct Lines {
        private static let bylines = ["byline", "author", "date"]

        private(set) var paragraphs = 0
        private(set) var endWithParagraph = false

        /// Looks at `left` elements and texts at most.
        mutating func read(_ box: HTMLNode, _ rules: ArticleParts.Rules, _ left: inout Int) {
            var bare = 0
            for child in box.children {
                left -= 1
                guard left > 0, paragraphs < 2 else { return }
                if child.isInline {
                    bare += child.textLength - child.linkLength
                    continue
                }
                end(bare)
                bare = 0
                guard child.textLength > 0, child.headingLevel == nil, child.row == nil, !child.isListOfLinks else {
                    continue
                }
                if !ArticleParts.isSkipped(child, rules) {
                    read(child, rules, &left)
                } else if Self.bylines.contains(where: { child.label.holds($0) }) {
                    endWithParagraph = false
                }
            }
            end(bare)
        }

        private mutating func end(_ length: Int) {
            guard length > 0 else { return }
            endWithParagraph = length >= HeadlineBox.shortest
            if endWithParagraph { paragraphs += 1 }
        }
    }
}
