internal import Editorial
internal import NewsModel
internal import Storage

/// What a line of `view` changes.
struct ViewChange: Sendable {
    enum Sorting: Hashable, Sendable {
        case by(ListView.Order)
        /// Each list in its own order.
        case usual
    }

    enum Direction: Hashable, Sendable {
        case ascending, descending, reversed
    }

    /// Whether the view before it is forgotten first.
    var startsAnew = false
    var sorting: Sorting?
    var direction: Direction?
    var onlyPictures: Bool?
    var hidesRead: Bool?
    /// `all` means any time.
    var period: DigestPeriod?
    var without: [FeedID] = []
    var with: [FeedID] = []

    /// A view with this change.
    ///
    /// Throws if there is no order that can be turned round.
    func applied(to before: ListView, hint: String) throws -> ListView {
        var view = startsAnew ? ListView() : before
        switch sorting {
        case .by(let order): (view.order, view.isReversed) = (order, false)
        case .usual: (view.order, view.isReversed) = (nil, false)
        case nil: break
        }
        if let direction {
            guard let order = view.order else { throw CommandError.view(.nothingToTurn(hint: hint)) }
            let isAscending = [.source, .title].contains(order)
            switch direction {
            case .ascending: view.isReversed = !isAscending
            case .descending: view.isReversed = isAscending
            case .reversed: view.isReversed = true
            }
        }
        view.onlyPictures = onlyPictures ?? view.onlyPictures
        view.hidesRead = hidesRead ?? view.hidesRead
        if let period { view.period = period == .all ? nil : period.word }
        view.without = Set(view.without + without).subtracting(with).sorted()
        return view
    }

    /// Sets what is not set yet; throws if it was set to something else by an earlier word.
    fileprivate mutating func set<Value: Equatable>(
        _ part: WritableKeyPath<ViewChange, Value?>,
        _ value: Value,
        _ word: CommandWord
    ) throws {
        if let known = self[keyPath: part], known != value {
            throw CommandError.view(.contradicting(String(word.text.prefix(40))))
        }
        self[keyPath: part] = value
    }
}

/// Reads the words after `view`.
struct ViewWords: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The most sources that one owner leaves out; `mute` and `unsub` are for more.
    static let mostSources = 30
    /// The most words of a source's name.
    private static let longestName = 8

    /// The words that mean something after `view`, besides periods.
    static let known: Set<String> = [
        "reset", "unread", "read", "hide", "show", "only", "images", "sort", "by", "asc", "ascending", "desc",
        "descending", "reverse", "without", "except", "with", "and",
    ]
    static let pictures: Set<String> = ["images", "image", "pictures", "picture", "photos"]

    /// Throws for an unknown word, for two that contradict each other, and for an unknown source.
    func change(_ arguments: Arguments) async throws -> ViewChange {
        var change = ViewChange()
        var rest = arguments
        if rest.takeFirst("reset", "clear") { change.startsAnew = true }
        while let word = rest.first {
            if let period = rest.takeLeadingPeriod() {
                try change.set(\.period, period, word)
                continue
            }
            _ = rest.take()
            try await read(word, &rest, &change)
        }
        if !Set(change.with).isDisjoint(with: change.without) {
            let word = arguments.words.last { $0.keyword == "with" }
            throw CommandError.view(.contradicting(String((word?.text ?? "").prefix(40))))
        }
        return change
    }

    private func read(_ word: CommandWord, _ rest: inout Arguments, _ change: inout ViewChange) async throws {
        switch word.keyword {
        case "and": break
        case "unread": try change.set(\.hidesRead, !rest.takeFirst("off"), word)
        case "hide" where rest.first?.keyword == "read":
            _ = rest.take()
            try change.set(\.hidesRead, true, word)
        case "show" where rest.first?.keyword == "read":
            _ = rest.take()
            try change.set(\.hidesRead, false, word)
        case "only" where rest.first.map({ $0.keyword == "unread" || Self.pictures.contains($0.keyword) }) == true:
            break
        case "with" where rest.first.map({ Self.pictures.contains($0.keyword) }) == true: break
        case let typed where Self.pictures.contains(typed): try change.set(\.onlyPictures, !rest.takeFirst("off"), word)
        case "sort", "sorted", "order":
            _ = rest.takeFirst("by")
            try change.set(\.sorting, try sorting(rest.take()), word)
        case "asc", "ascending", "up": try change.set(\.direction, .ascending, word)
        case "desc", "descending", "down": try change.set(\.direction, .descending, word)
        case "reverse", "reversed", "backwards": try change.set(\.direction, .reversed, word)
        case "without", "except": change.without += try await sources(&rest, after: word)
        case "with": change.with += try await sources(&rest, after: word)
        case "reset": throw CommandError.view(.contradicting(String(word.text.prefix(40))))
        default:
            throw CommandError.view(.unknown(String(word.text.prefix(40)), hint: hint("view")))
        }
    }

    private func sorting(_ word: CommandWord?) throws -> ViewChange.Sorting {
        switch word?.keyword ?? "" {
        case "off": return .usual
        case "feed", "feeds": return .by(.source)
        case let name:
            guard let order = ListView.Order(rawValue: name) else {
                throw CommandError.view(
                    .unknownOrder(String((word?.text ?? "").prefix(40)), hint: hint("view sort date"))
                )
            }
            return .by(order)
        }
    }

    /// The sources named from here on: the longest known names first, then one name up to the next word of `view`.
    private func sources(_ rest: inout Arguments, after word: CommandWord) async throws -> [FeedID] {
        var found: [FeedID] = []
        while let first = rest.first, found.isEmpty || !rest.beginsWithViewWord {
            guard found.count <= Self.mostSources else {
                throw CommandError.view(.tooManySources(limit: Self.mostSources))
            }
            if !found.isEmpty, rest.takeFirst("and") { continue }
            if Reference.number(first.text) != nil {
                found.append(try await Listings(context).feed(first).id)
                rest = rest.dropping(1)
                continue
            }
            if let (feed, count) = try await longestName(rest) {
                found.append(feed)
                rest = rest.dropping(count)
                continue
            }
            let end = rest.words.indices.dropFirst().first { rest.dropping($0).beginsWithViewWord } ?? rest.words.count
            let name = Self.name(rest.words.prefix(end)).split(separator: ",").first.map(String.init) ?? ""
            found.append(try await Listings(context).feed(named: name.trimmed).id)
            // A name may end at a comma.
            let used = rest.words.prefix(end).firstIndex { $0.text.hasSuffix(",") }.map { $0 + 1 } ?? end
            rest = rest.dropping(used)
        }
        guard !found.isEmpty else { throw CommandError.view(.noSource(String(word.text.prefix(40)))) }
        return found
    }

    private func longestName(_ rest: Arguments) async throws -> (FeedID, Int)? {
        for count in (1...max(1, min(Self.longestName, rest.words.count))).reversed() {
            let name = Self.name(rest.words.prefix(count)).trimmingSuffix(",")
            if case .feed(let feed) = try await services.store.findFeed(name, in: sight, exactly: true) {
                return (feed.id, count)
            }
        }
        return nil
    }

    private static func name(_ words: some Sequence<CommandWord>) -> String {
        words.map(\.text).joined(separator: " ")
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}

extension Arguments {
    /// Whether the first word, as it stands, is one that `view` understands.
    var beginsWithViewWord: Bool {
        guard let first, !first.isQuoted else { return false }
        var copy = self
        return ViewWords.known.contains(first.keyword) || ViewWords.pictures.contains(first.keyword)
            || copy.takeLeadingPeriod() != nil
    }

    /// Removes a period from the beginning: `today`, `last week`, `past month`, `24h`, `since mon`.
    fileprivate mutating func takeLeadingPeriod() -> DigestPeriod? {
        guard let first, !first.isQuoted else { return nil }
        if words.count > 1, ["last", "past", "this", "since"].contains(first.keyword) {
            let beginning = first.keyword == "past" ? "" : first.keyword + " "
            if let period = DigestPeriod(beginning + words[1].keyword) {
                remove(0...1)
                return period
            }
        }
        guard let period = DigestPeriod(first.keyword) else { return nil }
        remove(0...0)
        return period
    }
}
