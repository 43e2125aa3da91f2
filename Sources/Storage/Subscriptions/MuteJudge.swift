import GRDB
package import NewsModel
package import TextAnalysis

/// What a transaction asks about muted words; nobody's pattern runs while one is held.
///
/// What is not known yet is written down and taken for not muted. The transaction is then undone, the questions are
/// answered (`MuteAnswers`), and it runs again.
final class MuteJudge {
    private let answers: [MuteQuestion: Bool]
    private let lookahead: Int
    private(set) var open: Set<MuteQuestion> = []

    /// Knows nothing, for work that asks nothing.
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
    /// In the order of their numbers.
    var queries: [String]
    var text: MutedText
}

/// An article as mutes see it: equal ones get one answer, whatever becomes of their rows.
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

    init(_ listed: ListedArticle) {
        let article = listed.article
        title = article.title
        summary = article.summary
        feed = listed.feedName
        site = article.url ?? ""
        author = article.author ?? ""
        tags = article.tags
        language = article.language
        category = listed.category
        hasImage = article.imageURL != nil
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
            hasImage: hasImage
        )
    }
}

/// What was asked by one transaction so far, and what its readers have used of their time.
struct MuteAnswers {
    private struct Reader {
        var texts: [String]
        var queries: [Query]
        var used = 0.0
    }

    fileprivate private(set) var known: [MuteQuestion: Bool] = [:]
    /// How many unknown articles the next attempt takes for muted: where much is, a list looks far for what is not, and
    /// must not begin anew for each piece of the way.
    fileprivate private(set) var lookahead = 0
    private let options: MutingOptions
    private var readers: [RecipientID: Reader] = [:]

    fileprivate init(_ options: MutingOptions) { self.options = options }

    /// Whose time is used up sees what is left: rather something muted than news lost.
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

/// What mutes may ask for, and the clock by which their time is measured.
package struct MutingOptions: Sendable {
    package var queries: QueryLimits
    package var time: any TimeSource

    package init(queries: QueryLimits = QueryLimits(), time: any TimeSource = SystemTimeSource()) {
        self.queries = queries
        self.time = time
    }
}

extension Store {
    /// Reads what somebody's mutes have a say in.
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

    /// Writes what somebody's mutes have a say in; an attempt that lacks an answer leaves nothing behind.
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

/// One run of a transaction with the answers there are.
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
    /// What is told must not be skipped on the way.
    fileprivate var withoutLookahead: MuteAnswers {
        var answers = self
        answers.lookahead = 0
        return answers
    }
}
