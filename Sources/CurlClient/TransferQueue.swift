/// Decides which waiting transfer may start: first come, first served, with a total limit and a limit for each group.
struct TransferQueue<Element> {
    struct Limits: Sendable {
        let total: Int
        let perGroup: Int
    }

    var limits: Limits
    private var ready = FIFO<(group: String, element: Element)>()
    private var parked: [String: FIFO<Element>] = [:]
    private var active: [String: Int] = [:]
    private var activeTotal = 0

    init(limits: Limits) {
        self.limits = limits
    }

    mutating func enqueue(_ element: Element, group: String) {
        ready.append((group, element))
    }

    /// The next element that may start.
    ///
    /// It counts for its group until `finished`.
    mutating func next() -> Element? {
        while activeTotal < limits.total, let (group, element) = ready.popFirst() {
            guard active[group, default: 0] < limits.perGroup else {
                parked[group, default: FIFO()].append(element)
                continue
            }
            active[group, default: 0] += 1
            activeTotal += 1
            return element
        }
        return nil
    }

    mutating func finished(group: String) {
        guard let count = active[group] else { return }
        active[group] = count > 1 ? count - 1 : nil
        activeTotal -= 1
        if let element = parked[group]?.popFirst() {
            ready.append((group, element))
        }
        if parked[group]?.isEmpty == true {
            parked[group] = nil
        }
    }

    /// Removes all waiting elements.
    mutating func removeWaiting() {
        ready = FIFO()
        parked = [:]
    }
}

/// A queue with constant time at both ends.
private struct FIFO<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        defer {
            elements[head] = nil
            head += 1
            if head > 64, head * 2 > elements.count {
                elements.removeFirst(head)
                head = 0
            }
        }
        return elements[head]
    }
}
