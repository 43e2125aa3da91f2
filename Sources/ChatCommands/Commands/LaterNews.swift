internal import Foundation
internal import NewsModel
internal import Storage

/// Stories of a numbered list that are read when `more` asks for them.
struct LaterNews: Hashable, Sendable {
    struct Section: Hashable, Sendable {
        var heading: [RichText.Block]
        var articles: [ArticleID]
    }

    var sections: [Section]
    var firstNumber: Int
    /// Those that were first seen after this time are marked as new.
    var newSince: Date?

    var articles: [ArticleID] { sections.flatMap(\.articles) }
    var count: Int { sections.reduce(0) { $0 + $1.articles.count } }

    /// A number takes at most as much memory as this part of a block.
    private static let storiesPerBlock = 16

    /// How much memory it takes, in blocks of text: a story is only a number until it is read.
    var sizeInBlocks: Int {
        sections.reduce(0) { size, section in
            size + section.heading.count + (section.articles.count + Self.storiesPerBlock - 1) / Self.storiesPerBlock
        }
    }
}

extension NewsSections {
    /// What the sections list beyond the articles that were read; nil if that is nothing.
    func later(of sections: [Section], after listed: Int, newSince: Date?) -> LaterNews? {
        let rests = sections.filter { !$0.news.later.isEmpty }.map { section in
            LaterNews.Section(heading: heading(of: section).blocks, articles: section.news.later)
        }
        return rests.isEmpty ? nil : LaterNews(sections: rests, firstNumber: listed + 1, newSince: newSince)
    }

    /// The headings and items of a list's later part; stories that are gone are left out, and the others keep their
    /// numbers.
    func blocks(of later: LaterNews) async throws -> [RichText.Block] {
        let articles = try await services.store.articles(later.articles, in: sight)
        let known = Dictionary(articles.map { ($0.article.id, $0) }) { first, _ in first }
        let lines = articleLines
        var (blocks, number): ([RichText.Block], Int) = ([], later.firstNumber)
        for section in later.sections {
            blocks += section.heading
            for id in section.articles {
                if let article = known[id] {
                    let isNew = later.newSince.map { article.article.firstSeenAt > $0 } ?? false
                    blocks.append(item(article, lines, number: number, isNew: isNew))
                }
                number += 1
            }
        }
        return blocks
    }
}
