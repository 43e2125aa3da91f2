import ArticleQueries
import GRDB
package import NewsModel
package import TextAnalysis

/// Answers a transaction's questions about the words of mutes and filters without matching queries while the
/// transaction is open.
///
/// An unknown answer is recorded as a question and assumed to be "not hidden". The transaction is then rolled back, the
/// questions are answered (`RuleAnswers`), and it runs again.
final class RuleCheck {
    private let answers: [RuleQuestion: RuleAnswer]
    private let lookahead: Int
    private(set) var open: Set<RuleQuestion> = []

    /// A judge without answers, for transactions that ask nothing.
    init() {
        answers = [:]
        lookahead = 0
    }

    fileprivate init(_ answers: RuleAnswers) {
        self.answers = answers.known
        lookahead = answers.lookahead
    }

    func answer(_ question: RuleQuestion) -> RuleAnswer {
        if let answer = answers[question] { return answer }
        open.insert(question)
        return open.count <= lookahead ? .assumedHidden : .shown
    }
}

/// Whether any of a reader's rules takes out an article, and which.
struct RuleQuestion: Hashable, Sendable {
    /// Nil for a guest.
    var reader: RecipientID?
    var rules: StandingRules
    /// The filters of `rules` that are for the article's feed.
    var covering: [NewsFilter]
    /// Equal contents share one answer.
    var article: QueriedArticle

    /// A reader's rules are nearly always the same, and there may be many.
    func hash(into hasher: inout Hasher) {
        hasher.combine(reader)
        hasher.combine(article)
    }
}

enum RuleAnswer: Hashable, Sendable {
    case shown
    case hidden(HidingRule)
    /// It is no part of the smart feed that is read.
    case unwanted
    /// Nobody has looked yet.
    case assumedHidden
}

/// The answers for one transaction so far, and the time that each reader's queries have used.
struct RuleAnswers {
    private struct Reader {
        var rules = StandingRules()
        /// Nil where a query is inactive.
        var mutes: [(number: Int, query: Query?)] = []
        var filters: [FilterID: Query] = [:]
        var wanted: Query?
        var used = 0.0

        mutating func read(_ new: StandingRules, limits: QueryLimits) {
            guard rules != new else { return }
            rules = new
            let words = Query.readAll(new.mutes.map(\.query), limits: limits)
            mutes = zip(new.mutes, words).map { ($0.number, try? $1.get()) }
            let read = Query.readAll(new.filters.map(\.query), limits: limits)
            filters = [:]
            for (filter, query) in zip(new.filters, read) { filters[filter.id] = try? query.get() }
            wanted = new.wanted.flatMap { try? Query(parsing: $0, limits: limits.forSmartFeeds) }
        }

        func answer(_ covering: [NewsFilter], _ document: QueryDocument) -> RuleAnswer {
            if let mute = mutes.first(where: { $0.query?.matches(document) == true }) {
                return .hidden(HidingRule(.mute, mute.number))
            }
            if rules.wanted != nil, wanted?.matches(document) != true { return .unwanted }
            let hiding = covering.hiding { filters[$0.id]?.matches(document) }
            return hiding.map { .hidden(HidingRule(.filter, $0.number)) } ?? .shown
        }
    }

    fileprivate private(set) var known: [RuleQuestion: RuleAnswer] = [:]
    /// The number of unknown articles that the next attempt assumes to be hidden.
    ///
    /// If much is hidden, a list must read far to find what is not, and this avoids a new attempt for each part.
    fileprivate private(set) var lookahead = 0
    private let options: MutingOptions
    private var readers: [RecipientID?: Reader] = [:]

    fileprivate init(_ options: MutingOptions) { self.options = options }

    /// If a reader's time budget is used up, the remaining articles count as not hidden: we prefer muted news to lost
    /// news.
    fileprivate mutating func answer(_ questions: Set<RuleQuestion>) async {
        var documents: [QueriedArticle: QueryDocument] = [:]
        for question in questions {
            await Task.yield()
            var reader = readers[question.reader] ?? Reader()
            reader.read(question.rules, limits: options.queries)
            if reader.used < options.queries.budget {
                let document = documents[question.article] ?? question.article.document
                documents[question.article] = document
                let start = options.time.uptime
                known[question] = reader.answer(question.covering, document)
                reader.used += max(0, options.time.uptime - start)
            } else {
                known[question] = question.rules.wanted == nil ? .shown : .unwanted
            }
            readers[question.reader] = reader
        }
        lookahead = min(max(64, lookahead * 4), 16_384)
    }
}

/// The limits of the queries of mutes and filters, and the clock that measures their time.
package struct MutingOptions: Sendable {
    package var queries: QueryLimits
    package var time: any TimeSource

    package init(queries: QueryLimits = QueryLimits(), time: any TimeSource = SystemTimeSource()) {
        self.queries = queries
        self.time = time
    }
}

extension Store {
    /// Runs a read transaction that depends on mutes and filters.
    func readMuting<Value: Sendable>(
        _ work: @escaping @Sendable (Database, RuleCheck) throws -> Value
    ) async throws -> Value {
        var answers = noAnswers
        return try await readMuting(&answers, work)
    }

    /// The answers before the first of several transactions.
    var noAnswers: RuleAnswers { RuleAnswers(muting) }

    /// The same for one of several transactions, whose queries together have the time of one.
    func readMuting<Value: Sendable>(
        _ answers: inout RuleAnswers,
        _ work: @escaping @Sendable (Database, RuleCheck) throws -> Value
    ) async throws -> Value {
        while true {
            let attempt = RuleAttempt(answers: answers, work: work)
            do { return try await read { db in try attempt.run(db) } } catch let open as OpenRuleQuestions {
                await answers.answer(open.questions)
            }
        }
    }

    /// Runs a write transaction that depends on mutes and filters; an attempt with unanswered questions is rolled back.
    func writeMuting<Value: Sendable>(
        _ work: @escaping @Sendable (Database, RuleCheck) throws -> Value
    ) async throws -> Value {
        var answers = RuleAnswers(muting)
        while true {
            let attempt = RuleAttempt(answers: answers.withoutLookahead, work: work)
            do { return try await write { db in try attempt.run(db) } } catch let open as OpenRuleQuestions {
                await answers.answer(open.questions)
            }
        }
    }
}

/// One attempt to run a transaction with the answers known so far.
private struct RuleAttempt<Value: Sendable>: Sendable {
    let answers: RuleAnswers
    let work: @Sendable (Database, RuleCheck) throws -> Value

    func run(_ db: Database) throws -> Value {
        let judge = RuleCheck(answers)
        let value = try work(db, judge)
        guard judge.open.isEmpty else { throw OpenRuleQuestions(questions: judge.open) }
        return value
    }
}

private struct OpenRuleQuestions: Error {
    var questions: Set<RuleQuestion>
}

extension RuleAnswers {
    /// For writes, where an article assumed to be muted would be lost.
    fileprivate var withoutLookahead: RuleAnswers {
        var answers = self
        answers.lookahead = 0
        return answers
    }
}
