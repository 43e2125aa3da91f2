internal import Foundation

extension Query {
    /// Whether the article matches.
    ///
    /// Without `time`, `since:` and `until:` always match: news that has just arrived is recent.
    package func matches(_ document: QueryDocument, at time: QueryTime? = nil) -> Bool {
        root.matches(document, at: time)
    }

    /// A value that the query requires in a field and the document lacks; nil when the document may match.
    package func missing(_ field: QueryField, in document: QueryDocument) -> String? {
        guard !root.mayMatch(field, of: document) else { return nil }
        let missing = root.wantedTerms.first { $0.field == field && !$0.matches(document, at: nil) }
        return switch missing {
        case .phrase(let phrase, _): phrase.plainText
        case .regex(let regex, _): regex.pattern
        case .site, .language, .since, .until, .has, .state, .near, nil: nil
        }
    }

    /// Whether the article may match, judging only by the terms for `field`.
    package func mayMatch(_ field: QueryField, of document: QueryDocument) -> Bool {
        root.mayMatch(field, of: document)
    }
}

extension QueryNode {
    func matches(_ document: QueryDocument, at time: QueryTime?) -> Bool {
        switch self {
        case .term(let term): term.matches(document, at: time)
        case .not(let node): !node.matches(document, at: time)
        case .all(let nodes): nodes.allSatisfy { $0.matches(document, at: time) }
        case .any(let nodes): nodes.contains { $0.matches(document, at: time) }
        }
    }
}

extension QueryNode {
    /// Whether the node may match, judging only by its terms for `field`.
    fileprivate func mayMatch(_ field: QueryField, of document: QueryDocument) -> Bool {
        switch self {
        case .term(let term): term.field != field || term.matches(document, at: nil)
        case .not: true
        case .all(let nodes): nodes.allSatisfy { $0.mayMatch(field, of: document) }
        case .any(let nodes): nodes.contains { $0.mayMatch(field, of: document) }
        }
    }
}

extension QueryTerm {
    fileprivate var field: QueryField? {
        switch self {
        case .phrase(_, let field), .regex(_, let field): field
        case .site, .language, .since, .until, .has, .state, .near: nil
        }
    }

    func matches(_ document: QueryDocument, at time: QueryTime?) -> Bool {
        switch self {
        case .phrase(let phrase, let field): document.contains(phrase, in: field)
        case .regex(let regex, let field): document.texts(of: field).contains { regex.matches($0) }
        case .site(let wanted): document.isFrom(site: wanted)
        case .language(let tag): document.language.map { $0 == tag || $0.hasPrefix(tag + "-") } ?? false
        case .has(let medium): document.media.contains(medium)
        case .state(let state): document.states.contains(state)
        case .near(let area): area.contains(document.positions)
        case .since(let since): document.isFrom(time.map(since.start), to: nil)
        case .until(let until): document.isFrom(nil, to: time.map(until.end))
        }
    }
}

extension QueryDocument {
    fileprivate func contains(_ phrase: QueryPhrase, in field: QueryField?) -> Bool {
        switch field {
        case nil: return text.contains(phrase, in: 0..<text.words.count)
        case .title: return text.contains(phrase, in: 0..<titleWordCount)
        case .body: return text.contains(phrase, in: (titleWordCount + 1)..<text.words.count)
        case .some(let field):
            guard let words = fields[field] else { return false }
            return words.indices.contains { phrase.occurs(in: words, at: $0, before: words.count) }
        }
    }

    fileprivate func texts(of field: QueryField?) -> [String] {
        switch field {
        case nil: [title, body]
        case .title: [title]
        case .body: [body]
        case .some(let field): fields[field].map { [$0.joined(separator: " ")] } ?? []
        }
    }

    fileprivate func isFrom(site wanted: String) -> Bool {
        guard let host else { return false }
        if host == wanted || host.hasSuffix("." + wanted) { return true }
        return !wanted.contains(".") && host.split(separator: ".").contains { $0 == wanted }
    }

    /// A missing limit admits everything.
    fileprivate func isFrom(_ start: Date?, to end: Date?) -> Bool {
        guard start != nil || end != nil else { return true }
        guard let date else { return false }
        return date >= start ?? .distantPast && date < end ?? .distantFuture
    }
}
