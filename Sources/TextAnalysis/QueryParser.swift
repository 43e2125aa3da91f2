internal import Geography

/// A recursive-descent parser for the scalars of one query.
///
///     any     := all (("OR" | "|") all)*
///     all     := ("-" | "NOT")* primary …     "not", too, before a field
///     primary := field? ("(" any ")" | quoted | "/" expression "/i" | word)
struct QueryParser {
    private var input: QueryScanner
    private var terms = 0
    private let limits: QueryLimits
    private let fields: QueryFieldWords
    private var patterns = 0
    private var patternSize = 0

    init(_ text: String, limits: QueryLimits, fields: QueryFieldWords) {
        input = QueryScanner(text, fields: fields)
        self.limits = limits
        self.fields = fields
    }

    /// Nil when the query is empty.
    mutating func parse() throws(QueryError) -> QueryNode? {
        var parts: [QueryNode] = []
        while !input.isAtEnd {
            if let node = try parseAny(depth: 0, field: nil) { parts.append(node) }
            // Skips a closing parenthesis without an opening one.
            _ = input.take(closing: true)
        }
        return Self.joined(parts, all: true)
    }

    private mutating func parseAny(depth: Int, field: QueryFieldName?) throws(QueryError) -> QueryNode? {
        guard depth <= Query.deepest else { throw .tooDeep(limit: Query.deepest) }
        var branches: [QueryNode] = []
        repeat {
            if let branch = try parseAll(depth: depth, field: field) { branches.append(branch) }
        } while input.takeOr()
        return Self.joined(branches, all: false)
    }

    private mutating func parseAll(depth: Int, field: QueryFieldName?) throws(QueryError) -> QueryNode? {
        var parts: [QueryNode] = []
        while true {
            input.skipSpace()
            if input.isAtEnd || input.isAtClosing || input.isAtOr { break }
            if let part = try parseSigned(depth: depth, field: field) { parts.append(part) }
        }
        return Self.joined(parts, all: true)
    }

    private mutating func parseSigned(depth: Int, field: QueryFieldName?) throws(QueryError) -> QueryNode? {
        var isExcluded = false
        while input.takeMinus() { isExcluded.toggle() }
        guard let node = try parsePrimary(depth: depth, field: field) else { return nil }
        guard isExcluded else { return node }
        if case .not(let inner) = node { return inner }
        return .not(node)
    }

    private mutating func parsePrimary(depth: Int, field outer: QueryFieldName?) throws(QueryError) -> QueryNode? {
        let field = input.takeField() ?? outer
        input.skipSpace()
        if input.take(closing: false) {
            let node = try parseAny(depth: depth + 1, field: field)
            _ = input.take(closing: true)
            return node
        }
        if let pattern = input.takeRegex() {
            try count(1)
            if let field, field == .has || field == .is {
                throw .unknownValue(field: field.rawValue, text: "/\(pattern)/")
            }
            // `site:`, `lang:`, `since:` and `until:` have no text to search, so the expression searches title and
            // body.
            let regex = try regex(pattern)
            return .term(.regex(regex, in: field.flatMap { QueryField(rawValue: $0.rawValue) }))
        }
        let text = input.takeQuoted() ?? input.takeWord()
        if field == .near { return try near(text).map(QueryNode.term) }
        return try term(text, field: field).map(QueryNode.term)
    }

    /// A place, `,100km` behind it, and its position in degrees behind that.
    private mutating func near(_ name: String) throws(QueryError) -> QueryTerm? {
        guard QueryPhrase(Substring(name)) != nil else { return nil }
        let distance = input.takeNumberAfterComma()
        let latitude = distance == nil ? nil : input.takeNumberAfterComma()
        let longitude = latitude == nil ? nil : input.takeNumberAfterComma()
        // A position has two numbers; anything else behind the distance is another distance.
        if let distance, let second = latitude, longitude == nil || Double(second) == nil {
            throw .twoDistances(distance, second)
        }
        var centre: Coordinates?
        if let north = latitude.flatMap(Double.init), let east = longitude.flatMap(Double.init),
            (-90...90).contains(north), (-180...180).contains(east)
        {
            centre = Coordinates(latitude: north, longitude: east)
        }
        guard let area = QueryArea(name: name, distance: distance, centre: centre, words: fields) else {
            throw .badDistance(distance ?? "")
        }
        try count(1)
        return .near(area)
    }

    private mutating func term(_ text: String, field: QueryFieldName?) throws(QueryError) -> QueryTerm? {
        switch field {
        case .site:
            guard let host = Self.host(text) else { return nil }
            try count(1)
            return .site(host)
        case .lang:
            // A name of several words is written with hyphens, so that the canonical form needs no quotes.
            let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
            let tag = words.joined(separator: "-")
            guard !tag.isEmpty else { return nil }
            try count(1)
            return .language(tag)
        case .since, .until:
            guard !text.isEmpty else { return nil }
            guard let since = QuerySince(text) ?? fields.value(text).flatMap(QuerySince.init) else {
                throw .unknownDate(text)
            }
            try count(1)
            return field == .until ? .until(since) : .since(since)
        case .has:
            guard !text.isEmpty else { return nil }
            guard let medium = QueryMedium(fields.value(text) ?? text) else {
                throw .unknownValue(field: "has", text: text)
            }
            try count(1)
            return .has(medium)
        case .is:
            guard !text.isEmpty else { return nil }
            guard let state = QueryState(rawValue: TextFolding.folded(fields.value(text) ?? text)) else {
                throw .unknownValue(field: "is", text: text)
            }
            try count(1)
            return .state(state)
        default:
            guard let phrase = QueryPhrase(Substring(text)) else { return nil }
            guard !phrase.isTooShort else { throw .wildcardTooShort(word: text) }
            try count(phrase.pieces.count)
            return .phrase(phrase, in: field.flatMap { QueryField(rawValue: $0.rawValue) })
        }
    }

    /// The count is checked first, so that a pattern over the limit is not compiled.
    private mutating func regex(_ pattern: String) throws(QueryError) -> LinearRegex {
        patterns += 1
        guard patterns <= limits.patternsPerQuery else { throw .tooManyPatterns(limit: limits.patternsPerQuery) }
        let regex = try LinearRegex(pattern, limits: limits)
        patternSize += regex.size
        guard patternSize <= limits.patternSize else { throw .patternTooLarge(limit: limits.patternSize) }
        return regex
    }

    private mutating func count(_ more: Int) throws(QueryError) {
        terms += more
        guard terms <= limits.mostTerms else { throw .tooManyTerms(limit: limits.mostTerms) }
    }

    /// "https://www.Example.org/path" and "example.org" are the same site.
    private static func host(_ text: String) -> String? {
        QueryDocument.host(text)
    }

    private static func joined(_ nodes: [QueryNode], all: Bool) -> QueryNode? {
        var flat: [QueryNode] = []
        for node in nodes {
            switch node {
            case .all(let inner) where all: flat.append(contentsOf: inner)
            case .any(let inner) where !all: flat.append(contentsOf: inner)
            default: flat.append(node)
            }
        }
        guard flat.count > 1 else { return flat.first }
        return all ? .all(flat) : .any(flat)
    }
}
