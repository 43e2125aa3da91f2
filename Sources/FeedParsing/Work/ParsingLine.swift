/// The documents that wait for a thread: those of the host whose last ones were cheap come first.
///
/// So whoever serves slow documents, however many, delays his own ones and not those of others.
struct ParsingLine<Document> {
    private struct Waiting {
        let id: Int
        let host: String
        let document: Document
    }

    private let capacity: Int
    private var waiting: [Waiting] = []
    private var nextID = 0
    /// Documents of each host that are being read.
    private var running: [String: Int] = [:]
    private var costs = HostCosts()

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { waiting.count }

    /// Takes a document in; when there is no room, the last one of the dearest host is refused, be it this one or another.
    mutating func add(_ document: Document, from host: String) -> (id: Int, refused: Document?) {
        nextID += 1
        waiting.append(Waiting(id: nextID, host: host, document: document))
        guard waiting.count > capacity, let dearest = waiting.indices.reversed().max(by: isCheaper) else {
            return (nextID, nil)
        }
        return (nextID, waiting.remove(at: dearest).document)
    }

    /// The document of the cheapest host, of equal ones the first that came; two of one host only when no other waits.
    mutating func next() -> (host: String, document: Document)? {
        let free = waiting.indices.filter { running[waiting[$0].host] == nil }
        guard let place = free.min(by: isCheaper) ?? waiting.indices.min(by: isCheaper) else { return nil }
        let turn = waiting.remove(at: place)
        running[turn.host, default: 0] += 1
        return (turn.host, turn.document)
    }

    /// A document of that host is no longer being read.
    mutating func end(_ host: String) {
        let rest = running[host, default: 1] - 1
        running[host] = rest > 0 ? rest : nil
    }

    /// What a document of that host took.
    mutating func remember(_ seconds: Double, of host: String) { costs.add(seconds, of: host) }

    /// Nil when it waits no longer.
    @discardableResult
    mutating func remove(_ id: Int) -> Document? {
        guard let place = waiting.firstIndex(where: { $0.id == id }) else { return nil }
        return waiting.remove(at: place).document
    }

    private func isCheaper(_ one: Int, _ other: Int) -> Bool {
        costs.seconds(of: waiting[one].host) < costs.seconds(of: waiting[other].host)
    }
}

/// The seconds that the last documents of each host took.
struct HostCosts {
    /// A host nobody has seen is dearer than any that serves ordinary documents, and cheaper than one that did harm.
    static let unknown = 1.0
    /// Hosts of one generation; there are two.
    static let most = 5_000

    private var young: [String: Double] = [:]
    /// Those that were known before the young ones were too many.
    private var old: [String: Double] = [:]

    func seconds(of host: String) -> Double { young[host] ?? old[host] ?? Self.unknown }

    /// A dear document is forgotten by halves: a cheap one after it, such as its own texts, does not excuse it.
    mutating func add(_ seconds: Double, of host: String) {
        let last = young[host] ?? old[host] ?? 0
        if young[host] == nil, young.count >= Self.most {
            old = young
            young = [:]
        }
        young[host] = max(seconds, last / 2)
    }
}
