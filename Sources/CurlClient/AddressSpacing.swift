internal import Synchronization

/// Limits how often an IP address is contacted, even if many host names lead to it.
///
/// The spacing is shorter than that of one host name, because large hosts serve many sites from one address.
struct AddressSpacing {
    /// Seconds between two requests to one address after a burst; 0 means no limit.
    var spacing: Double
    /// Requests that may start at once after a pause.
    static let burst = 8.0
    /// The most concurrent requests to one address, so that one slow server does not use all connections.
    ///
    /// It is more than one person's share, so that slow feeds of one person do not block others at the same address.
    static let mostInFlight = 24
    /// Seconds until the next attempt when too many requests are in flight.
    private static let retryDelay = 0.5

    private struct Use {
        /// When the next request would start if all were evenly spaced.
        var free = 0.0
        var inFlight = 0
    }

    private var uses: [String: Use] = [:]
    private var sizeAtLastSweep = 0

    init(spacing: Double) { self.spacing = spacing }

    /// Starts a request to the address; `end` must follow.
    ///
    /// If it must wait, returns the seconds until the next attempt.
    mutating func begin(_ address: String, at now: Double) -> Double? {
        guard spacing > 0 else { return nil }
        var use = uses[address] ?? Use()
        guard use.inFlight < Self.mostInFlight else { return Self.retryDelay }
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

/// The address spacing that all transfers of untrusted URLs share.
final class AddressLimiter: Sendable {
    private let state: Mutex<AddressSpacing>
    private let start = ContinuousClock.now

    init(spacing: Double) { state = Mutex(AddressSpacing(spacing: spacing)) }

    func apply(spacing: Double) { state.withLock { $0.spacing = spacing } }

    /// The addresses that one transfer uses.
    ///
    /// They are released when it ends.
    func reserve() -> AddressReservation { AddressReservation(addressLimiter: self) }

    fileprivate func begin(_ address: String) -> Double? {
        let now = (ContinuousClock.now - start) / .seconds(1)
        return state.withLock { $0.begin(address, at: now) }
    }

    fileprivate func end(_ addresses: Set<String>) {
        state.withLock { state in for address in addresses { state.end(address) } }
    }
}

/// The addresses that one transfer uses; for one thread at a time.
final class AddressReservation {
    private let addressLimiter: AddressLimiter
    private var taken: Set<String> = []
    /// How long to wait for an address that was not free; nil if all were free.
    private(set) var wait: Double?

    init(addressLimiter: AddressLimiter) { self.addressLimiter = addressLimiter }

    deinit { end() }

    /// Whether the address may be contacted now.
    ///
    /// A second call for the same address belongs to the same request.
    func begin(_ address: String) -> Bool {
        guard !taken.contains(address) else { return true }
        if let wait = addressLimiter.begin(address) {
            self.wait = min(self.wait ?? wait, wait)
            return false
        }
        taken.insert(address)
        return true
    }

    func end() {
        addressLimiter.end(taken)
        taken = []
    }

    /// Stands for the address when a proxy resolves names: the registered domain of the host.
    static func domain(of host: String) -> String {
        if IPAddress(host) != nil { return host }
        let labels = host.lowercased().split(separator: ".")
        // In `example.co.uk` the short second-level label `co` belongs to the registry.
        let isRegistry = labels.count > 2 && labels[labels.count - 2].count <= 3 && labels[labels.count - 1].count == 2
        return labels.suffix(isRegistry ? 3 : 2).joined(separator: ".")
    }
}
