/// What one step costs when so many were done before: at 10,000, 100,000 and 1,000,000.
struct CostWindows {
    private let sizes: [Int]
    private let step: Int
    private let width: Int
    private var costs: [Int: (sum: Double, count: Int)] = [:]
    private var done = 0

    /// - Parameters:
    ///   - step: how many are done at a time.
    ///   - width: how many before each size are measured.
    init(of most: Int, step: Int = 1, width: Int) {
        sizes = [10_000, 100_000, 1_000_000].filter { $0 <= most }
        (self.step, self.width) = (step, width)
    }

    /// Returns the size that is reached with this step, if it is one of the three.
    @discardableResult mutating func add(_ cost: Double) -> Int? {
        done += step
        for size in sizes where done > size - width && done <= size {
            let before = costs[size] ?? (0, 0)
            costs[size] = (before.sum + cost, before.count + 1)
        }
        return sizes.contains(done) ? done : nil
    }

    /// Reports the costs, and how the last compares with the first.
    func report(_ name: String, limit: Double? = nil) {
        let means = sizes.compactMap { size in costs[size].map { (size, $0.sum / Double($0.count)) } }
        for (size, mean) in means { Bench.report("\(name).at_\(size)", mean, "us") }
        guard let first = means.first, let last = means.last, means.count > 1 else { return }
        let ratio = "\(name).at_\(last.0)_of_\(first.0)"
        guard let limit else { return Bench.report(ratio, last.1 / first.1, "x") }
        Bench.report(ratio, last.1 / first.1, "x", limit: limit)
    }
}
