import Editorial
import Foundation
import Localization
import NewsModel

/// The stories of a digest as numbered lines.
extension DigestWording {
    func lists(_ layout: DigestLayout, of digest: Digest) -> [RichText.Block] {
        var blocks: [RichText.Block] = []
        var number = 0
        if !layout.mostCarried.isEmpty {
            blocks.append(.heading(level: 2, localizer.spans("digest.mostCarried")))
            for entry in layout.mostCarried {
                number += 1
                blocks.append(item(entry, number: number, digest, [BoundedText.name(entry.listed.feedName)]))
            }
        }
        for section in layout.sections {
            let count: [String: MessageArgument] = ["n": .number(section.section.storyCount)]
            let stories = localizer.text("digest.stories", count)
            let name = BoundedText.name(section.section.feedName)
            let icon: [RichText.Span] = showsIcons ? [.icon(of: section.section.feedID)] : []
            blocks.append(.heading(level: 2, icon + [.text("\(name) (\(stories))")]))
            var shownDay = ""
            let hasHeadings = layout.isLong || section.listed.count > 1
            for entry in section.listed {
                number += 1
                let day = localizer.weekdayAndDate(entry.date)
                if hasHeadings, day != shownDay {
                    shownDay = day
                    blocks.append(.heading(level: 3, [.text(day)]))
                }
                blocks.append(item(entry, number: number, digest, hasHeadings ? [] : [day]))
            }
            if section.restCount > 0 { blocks.append(rest(section, of: digest)) }
        }
        return blocks
    }

    private func item(_ entry: Digest.Entry, number: Int, _ digest: Digest, _ first: [String]) -> RichText.Block {
        let line = ArticleLineWording(localizer: localizer, now: digest.madeAt, layout: layout, lineBytes: lineBytes)
        let shown = line.shownTitle(entry.listed)
        var spans = line.sign(entry.listed)
        spans.append(entry.listed.article.url.map { .link(label: shown, url: $0) } ?? .strong([.text(shown)]))
        var facts = first
        facts += line.context(entry.listed)
        if entry.count > 1 { facts.append(localizer.text("digest.times", ["n": .number(entry.count)])) }
        if !facts.isEmpty { spans.append(.text(" — " + facts.joined(separator: " · "))) }
        return .item(marker: String(number), spans + line.details(entry.listed))
    }

    /// How many stories of a feed are not listed, and the command that lists them all.
    ///
    /// A digest of one feed has no such command: it is that digest.
    private func rest(_ section: DigestLayout.Section, of digest: Digest) -> RichText.Block {
        let count: [String: MessageArgument] = ["n": .number(section.restCount)]
        guard digest.feedCount > 1, let typed = TypedName.of(section.section.feedName) else {
            return .item(marker: nil, localizer.spans("digest.rest", count))
        }
        let line: HintLine = digest.subject == .readings ? "digest read" : "digest"
        let all: [String: MessageArgument] = [
            "name": .text(section.section.feedName),
            "all": .text(hints.typed("\(line) \(fixed: digest.period.word) \(typed)")),
        ]
        return .item(marker: nil, localizer.spans("digest.restOf", count.merging(all) { own, _ in own }))
    }
}
