/// The cheapest way to find a query: one posting per OR branch, under the rarest key that the branch requires.
struct QueryPlan {
    private(set) var postings: [QueryPosting]
    /// How common all keys are together.
    private var cost: Int
    /// A word that the node requires; it can guard the posting of a sibling.
    private var required: (key: UInt64, cost: Int)?

    /// Nil when nothing in the node can be looked up.
    init?(_ node: QueryNode, popularity: (UInt64) -> Int) {
        switch node {
        case .not:
            return nil
        case .term(let term):
            self.init(term, popularity)
        case .any(let nodes):
            self.init(postings: [], cost: 0)
            for node in nodes {
                guard let plan = QueryPlan(node, popularity: popularity) else { return nil }
                postings.append(contentsOf: plan.postings)
                cost += plan.cost
            }
        case .all(let nodes):
            let plans = nodes.compactMap { QueryPlan($0, popularity: popularity) }
            guard let best = plans.min(by: { $0.cost < $1.cost }) else { return nil }
            self = best
            let rarest = plans.compactMap(\.required).sorted { $0.cost < $1.cost }
            for index in postings.indices where postings[index].guardKey == 0 {
                let key = postings[index].key
                postings[index].guardKey = rarest.first { $0.key != key }?.key ?? 0
            }
            required = rarest.first
        }
    }

    private init(postings: [QueryPosting], cost: Int) {
        self.postings = postings
        self.cost = cost
    }

    private init?(_ term: QueryTerm, _ popularity: (UInt64) -> Int) {
        let options = QueryKey.options(for: term)
            .map { (key: $0.key, isWord: $0.kind == .word, cost: $0.penalty + popularity($0.key)) }
            .sorted { $0.cost < $1.cost }
        guard let best = options.first else { return nil }
        let guardKey = options.first { $0.isWord && $0.key != best.key }?.key ?? 0
        self.init(postings: [QueryPosting(key: best.key, guardKey: guardKey)], cost: best.cost)
        required = options.first { $0.isWord }.map { ($0.key, $0.cost) }
    }

    /// Whether every article with the posting's keys matches: one word, two adjacent words, or two words anywhere.
    ///
    /// Keys are 64 bits of a hash with a secret seed, so a collision within one article is not expected.
    static func proves(_ posting: QueryPosting, _ root: QueryNode) -> Bool {
        let words = plainWords(root)
        switch root {
        case .term where words.count == 1: return posting.key == words[0]
        case .term where words.count == 2: return posting.key == QueryKey.pair(words[0], words[1])
        case .all(let nodes) where nodes.count == 2 && words.count == 2:
            return [posting.key, posting.guardKey] == words || [posting.guardKey, posting.key] == words
        default: return false
        }
    }

    /// The words of a phrase, or of single words joined by AND; empty when the node contains anything else.
    private static func plainWords(_ node: QueryNode) -> [UInt64] {
        switch node {
        case .term(.phrase(let phrase, in: nil)) where !phrase.isOpenAtStart && !phrase.isOpenAtEnd:
            return phrase.words.map(QueryKey.word)
        case .all(let nodes):
            let words = nodes.map(plainWords)
            return words.allSatisfy { $0.count == 1 } ? words.flatMap { $0 } : []
        default:
            return []
        }
    }
}
