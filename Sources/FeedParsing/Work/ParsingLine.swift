/// The queue of documents that wait for a thread; documents of hosts whose last ones were cheap come first.
///
/// So a host with slow documents delays only its own documents.
struct ParsingLine<Document> {
    private struct Waiting {
        let id: Int
        let host: String
        let document: Document
    }

    private let capacity: Int
    private var waiting: [Waiting] = []
    private var nextID = 0
    /// How many documents of each host are being parsed.
    private var running: [String: Int] = [:]
    private var costs = HostCosts()

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { waiting.count }

    /// Adds a document; if the queue is full, the last document of the most expensive host is refused.
    mutating func add(_ document: Document, from host: String) -> (id: Int, refused: Document?) {
        nextID += 1
        waiting.append(Waiting(id: nextID, host: host, document: document))
        guard waiting.count > capacity, let dearest = waiting.indices.reversed().max(by: isCheaper) else {
            return (nextID, nil)
        }
        return (nextID, waiting.remove(at: dearest).document)
    }

    /// The first document of the cheapest host; a host that is being parsed has a turn only if no other host waits.
    mutating func next() -> (host: String, document: Document)? {
        let free = waiting.indices.filter { running[waiting[$0].host] == nil }
        guard let place = free.min(by: isCheaper) ?? waiting.indices.min(by: isCheaper) else { return nil }
        let turn = waiting.remove(at: place)
        running[turn.host, default: 0] += 1
        return (turn.host, turn.document)
    }

    /// Records that the parsing of a document of that host has ended.
    mutating func end(_ host: String) {
        let rest = running[host, default: 1] - 1
        running[host] = rest > 0 ? rest : nil
    }

    /// Records the time that a document of that host took.
    mutating func remember(_ seconds: Double, of host: String) { costs.add(seconds, of: host) }

    /// Nil when it is no longer in the queue.
    @discardableResult
    mutating func remove(_ id: Int) -> Document? {
        guard let place = waiting.firstIndex(where: { $0.id == id }) else { return nil }
        return waiting.remove(at: place).document
    }

    private func isCheaper(_ one: Int, _ other: Int) -> Bool {
        costs.seconds(of: waiting[one].host) < costs.seconds(of: waiting[other].host)
    }
}

/// How many seconds the last documents of each host took.
struct HostCosts {
    /// The cost of an unknown host: more than ordinary documents take, less than hostile ones.
    static let unknown = 1.0
    /// The most hosts of one generation; there are two generations.
    static let most = 5_000

    private var young: [String: Double] = [:]
    /// The older generation: hosts that were known when the young generation was full.
    private var old: [String: Double] = [:]

    func seconds(of host: String) -> Double { young[host] ?? old[host] ?? Self.unknown }

    /// The cost falls by half at most, so that a cheap document does not hide an expensive one before it.
    mutating func add(_ seconds: Double, of host: String) {
        let last = young[host] ?? old[host] ?? 0
        if young[host] == nil, young.count >= Self.most {
            old = young
            young = [:]
        }
        young[host] = max(seconds, last / 2)
    }
}
