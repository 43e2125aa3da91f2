internal import Synchronization

/// When an address may be asked next, whatever names lead to it: a thousand names of one server are one server.
///
/// Gentler than what parts the requests to one name, because large hosts serve many sites from one address.
struct AddressSpacing {
    /// Seconds between two requests to one address, after the first few; 0 is no limit.
    var spacing: Double
    /// Requests that may come at once after a pause.
    static let burst = 8.0
    /// Requests to one address that may be on their way at once: one slow server must not hold all places.
    ///
    /// More than one person's slow feeds may have in work, so that who shares an address with them is still asked.
    static let mostInFlight = 24
    /// Seconds after which to look again for a place in flight.
    private static let lookAgain = 0.5

    private struct Use {
        /// When the next request would come if all were evenly spaced.
        var free = 0.0
        var inFlight = 0
    }

    private var uses: [String: Use] = [:]
    private var sizeAtLastSweep = 0

    init(spacing: Double) { self.spacing = spacing }

    /// Takes a place at an address, which `end` must give back; else how many seconds to wait and ask again.
    mutating func begin(_ address: String, at now: Double) -> Double? {
        guard spacing > 0 else { return nil }
        var use = uses[address] ?? Use()
        guard use.inFlight < Self.mostInFlight else { return Self.lookAgain }
        let wait = use.free - (Self.burst - 1) * spacing - now
        guard wait <= 0 else { return wait }
        use.free = max(use.free, now) + spacing
        use.inFlight += 1
        uses[address] = use
        sweep(now)
        return nil
    }

    mutating func end(_ address: String) {
        guard let count = uses[address]?.inFlight, count > 0 else { return }
        uses[address]?.inFlight = count - 1
    }

    private mutating func sweep(_ now: Double) {
        guard uses.count >= 2 * sizeAtLastSweep + 64 else { return }
        uses = uses.filter { $0.value.inFlight > 0 || $0.value.free > now }
        sizeAtLastSweep = uses.count
    }
}

/// The addresses that strangers' requests are on their way to.
final class AddressBook: Sendable {
    private let state: Mutex<AddressSpacing>
    private let start = ContinuousClock.now

    init(spacing: Double) { state = Mutex(AddressSpacing(spacing: spacing)) }

    func apply(spacing: Double) { state.withLock { $0.spacing = spacing } }

    /// The places of one transfer, which it gives back when it ends.
    func visit() -> AddressVisit { AddressVisit(book: self) }

    fileprivate func begin(_ address: String) -> Double? {
        let now = (ContinuousClock.now - start) / .seconds(1)
        return state.withLock { $0.begin(address, at: now) }
    }

    fileprivate func end(_ addresses: Set<String>) {
        state.withLock { state in for address in addresses { state.end(address) } }
    }
}

/// Where one transfer has a place; used on one thread at a time.
final class AddressVisit {
    private let book: AddressBook
    private var taken: Set<String> = []
    /// How long to wait for the address that was not free; nil when none was asked for in vain.
    private(set) var wait: Double?

    init(book: AddressBook) { self.book = book }

    deinit { end() }

    /// Whether the address may be asked now; a second question for the same place is the same request.
    func begin(_ address: String) -> Bool {
        guard !taken.contains(address) else { return true }
        if let wait = book.begin(address) {
            self.wait = min(self.wait ?? wait, wait)
            return false
        }
        taken.insert(address)
        return true
    }

    func end() {
        book.end(taken)
        taken = []
    }

    /// What stands for the address where a proxy looks it up: the name that was bought, whatever stands before it.
    static func domain(of host: String) -> String {
        if IPAddress(host) != nil { return host }
        let labels = host.lowercased().split(separator: ".")
        // `example.co.uk`: a short label before the last belongs to the registry.
        let isRegistry = labels.count > 2 && labels[labels.count - 2].count <= 3 && labels[labels.count - 1].count == 2
        return labels.suffix(isRegistry ? 3 : 2).joined(separator: ".")
    }
}
