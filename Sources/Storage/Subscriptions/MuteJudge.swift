import GRDB
package import NewsModel
package import TextAnalysis

/// Answers a transaction's questions about muted words without matching queries while the transaction is open.
///
/// An unknown answer is recorded as a question and assumed to be "not muted". The transaction is then rolled back, the
/// questions are answered (`MuteAnswers`), and it runs again.
final class MuteJudge {
    private let answers: [MuteQuestion: Bool]
    private let lookahead: Int
    private(set) var open: Set<MuteQuestion> = []

    /// A judge without answers, for transactions that ask nothing.
    init() {
        answers = [:]
        lookahead = 0
    }

    fileprivate init(_ answers: MuteAnswers) {
        self.answers = answers.known
        lookahead = answers.lookahead
    }

    func hides(_ question: MuteQuestion) -> Bool {
        if let answer = answers[question] { return answer }
        open.insert(question)
        return open.count <= lookahead
    }
}

/// Whether any of a reader's queries matches an article.
struct MuteQuestion: Hashable, Sendable {
    var reader: RecipientID
    /// In the order of the mutes' numbers.
    var queries: [String]
    var text: MutedText
}

/// The content of an article for matching mutes; equal contents share one answer.
struct MutedText: Hashable, Sendable {
    private let title: String
    private let summary: String
    private let feed: String
    private let site: String
    private let author: String
    private let tags: [String]
    private let language: String?
    private let category: String?
    private let hasImage: Bool
    private let attachment: String?
    private let sport: String?
    private let topic: String?
    private let places: [ListedPlace]

    init(_ listed: ListedArticle) {
        self.init(
            listed.article,
            feedName: listed.feedName,
            category: listed.category,
            isTitlesOnly: listed.isTitlesOnly,
            places: listed.places,
            facts: listed.facts
        )
    }

    /// With the name and category that the reader sees.
    ///
    /// Of a feed whose content may not be shown only the title counts.
    init(
        _ article: Article,
        feedName: String,
        category: String?,
        isTitlesOnly: Bool,
        places: [ListedPlace],
        facts: ArticleFacts
    ) {
        title = article.title
        summary = isTitlesOnly ? "" : article.summary
        feed = feedName
        site = article.url ?? ""
        author = article.author ?? ""
        tags = article.tags
        language = article.language
        self.category = category
        hasImage = !isTitlesOnly && article.imageURL != nil
        attachment = isTitlesOnly ? nil : article.attachment?.mimeType
        sport = isTitlesOnly ? nil : facts.sport
        topic = isTitlesOnly ? nil : facts.topic
        self.places = isTitlesOnly ? [] : places
    }

    var document: QueryDocument {
        QueryDocument(
            title: title,
            body: summary,
            feed: feed,
            site: site,
            author: author,
            tags: tags,
            language: language,
            categories: category.map { [$0] } ?? [],
            places: places.flatMap(\.names),
            sport: sport,
            topic: topic,
            hasImage: hasImage,
            attachment: attachment,
            positions: places.compactMap(\.position)
        )
    }
}

/// The answers for one transaction so far, and the time that each reader's queries have used.
struct MuteAnswers {
    private struct Reader {
        var texts: [String]
        var queries: [Query]
        var used = 0.0
    }

    fileprivate private(set) var known: [MuteQuestion: Bool] = [:]
    /// The number of unknown articles that the next attempt assumes to be muted.
    ///
    /// If much is muted, a list must read far to find unmuted articles, and this avoids a new attempt for each part.
    fileprivate private(set) var lookahead = 0
    private let options: MutingOptions
    private var readers: [RecipientID: Reader] = [:]

    fileprivate init(_ options: MutingOptions) { self.options = options }

    /// If a reader's time budget is used up, the remaining articles count as not muted: we prefer muted news to lost
    /// news.
    fileprivate mutating func answer(_ questions: Set<MuteQuestion>) async {
        var documents: [MutedText: QueryDocument] = [:]
        for question in questions {
            await Task.yield()
            var reader = readers[question.reader] ?? Reader(texts: [], queries: [])
            if reader.texts != question.queries {
                let read = Query.readAll(question.queries, limits: options.queries)
                reader.texts = question.queries
                reader.queries = read.compactMap { try? $0.get() }
            }
            if reader.used < options.queries.budget {
                let document = documents[question.text] ?? question.text.document
                documents[question.text] = document
                let start = options.time.uptime
                known[question] = reader.queries.contains { $0.matches(document) }
                reader.used += max(0, options.time.uptime - start)
            } else {
                known[question] = false
            }
            readers[question.reader] = reader
        }
        lookahead = min(max(64, lookahead * 4), 16_384)
    }
}

/// The limits of mute queries, and the clock that measures their time.
package struct MutingOptions: Sendable {
    package var queries: QueryLimits
    package var time: any TimeSource

    package init(queries: QueryLimits = QueryLimits(), time: any TimeSource = SystemTimeSource()) {
        self.queries = queries
        self.time = time
    }
}

extension Store {
    /// Runs a read transaction that depends on mutes.
    func readMuting<Value: Sendable>(
        _ work: @escaping @Sendable (Database, MuteJudge) throws -> Value
    ) async throws -> Value {
        var answers = MuteAnswers(muting)
        while true {
            let attempt = MuteAttempt(answers: answers, work: work)
            do { return try await read { db in try attempt.run(db) } } catch let open as OpenMuteQuestions {
                await answers.answer(open.questions)
            }
        }
    }

    /// Runs a write transaction that depends on mutes; an attempt with unanswered questions is rolled back.
    func writeMuting<Value: Sendable>(
        _ work: @escaping @Sendable (Database, MuteJudge) throws -> Value
    ) async throws -> Value {
        var answers = MuteAnswers(muting)
        while true {
            let attempt = MuteAttempt(answers: answers.withoutLookahead, work: work)
            do { return try await write { db in try attempt.run(db) } } catch let open as OpenMuteQuestions {
                await answers.answer(open.questions)
            }
        }
    }
}

/// One attempt to run a transaction with the answers known so far.
private struct MuteAttempt<Value: Sendable>: Sendable {
    let answers: MuteAnswers
    let work: @Sendable (Database, MuteJudge) throws -> Value

    func run(_ db: Database) throws -> Value {
        let judge = MuteJudge(answers)
        let value = try work(db, judge)
        guard judge.open.isEmpty else { throw OpenMuteQuestions(questions: judge.open) }
        return value
    }
}

private struct OpenMuteQuestions: Error {
    var questions: Set<MuteQuestion>
}

extension MuteAnswers {
    /// For writes, where an article assumed to be muted would be lost.
    fileprivate var withoutLookahead: MuteAnswers {
        var answers = self
        answers.lookahead = 0
        return answers
    }
}
