internal import Editorial
internal import Games
internal import NewsModel

/// Reads what a schedule sends.
extension Scheduling {
    private static let questionCounts = 1...20
    private static let mostStories = 30

    /// What a schedule sends, by the words that are left besides its time and place.
    func request(
        for kind: Schedule.Kind,
        _ arguments: inout Arguments,
        of owner: Owner
    ) async throws -> ScheduleRequest {
        var request = ScheduleRequest()
        let numbers = HeadlineNumbers(context, most: Self.mostStories, example: "headlines 5 at 07:30")
        switch kind {
        case .word, .bee:
            guard arguments.isEmpty else { throw usageError(kind.rawValue) }
            return request
        case .sudoku:
            request.grade = arguments.takeAny { SudokuGrade(rawValue: $0.keyword) }?.rawValue
            guard arguments.isEmpty else { throw usageError(kind.rawValue) }
            return request
        case .quiz:
            _ = arguments.takeFirst("start", "go")
            if let count = Self.number(arguments.first) {
                _ = arguments.take()
                request.count = try questions(count)
            }
        case .digest:
            request.withStatistics = arguments.takeFlag("stats", "statistics")
            request.period = arguments.takePeriod()?.word
        case .headlines:
            request.sourcesPerCategory = try numbers.takeSourcesPerCategory(&arguments)
            request.count = try numbers.takeCount(&arguments)
        }
        let subject: NewsSubject
        do {
            subject = try await NewsSubjects(context).subject(arguments, for: owner.recipient)
        } catch let error as CommandError {
            if kind == .headlines, case .noSuchSubject = error,
                let problem = try await numbers.problem(in: arguments, for: owner.recipient)
            {
                throw problem
            }
            // The number of questions may stand behind the topic, unless it belongs to the topic's name.
            guard kind == .quiz, request.count == nil, case .noSuchSubject = error, arguments.words.count > 1,
                let count = Self.number(arguments.words.last)
            else { throw error }
            let topic = Arguments(Array(arguments.words.dropLast()))
            subject = try await NewsSubjects(context).subject(topic, for: owner.recipient)
            request.count = try questions(count)
        }
        // A schedule may be limited to a category or a smart feed. For a single feed people use a subscription instead.
        if subject.feed != nil { throw usageError(kind.rawValue) }
        request.category = subject.category
        request.smart = subject.smart?.id
        return request
    }

    private static func number(_ word: CommandWord?) -> Int? {
        word.flatMap { $0.isQuoted ? nil : Reference.number($0.text) }
    }

    private func questions(_ count: Int) throws -> Int {
        guard Self.questionCounts.contains(count) else {
            throw CommandError.quizCount(
                least: Self.questionCounts.lowerBound,
                most: Self.questionCounts.upperBound,
                hint: hint("quiz start 5 at 20:00")
            )
        }
        return count
    }
}
