import Foundation
import Synchronization

/// Samples the memory of this process every 20 milliseconds and keeps the peaks.
final class MemoryWatch: Sendable {
    private let privatePeak = Atomic<Int>(0)
    private let isOver = Atomic<Bool>(false)

    init() {
        Thread.detachNewThread { [weak self] in
            while let self, !self.isOver.load(ordering: .relaxed) {
                self.look()
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
    }

    deinit { isOver.store(true, ordering: .relaxed) }

    /// Reports the resident (VmHWM) and private (RssAnon) peaks since the start.
    func report(_ name: String) {
        look()
        Bench.report("\(name).peak_rss", Double(Self.kilobytes("VmHWM") ?? 0) / 1_000, "MB")
        Bench.report("\(name).peak_private", Double(privatePeak.load(ordering: .relaxed)) / 1_000, "MB")
    }

    private func look() {
        guard let now = Self.kilobytes("RssAnon") else { return }
        privatePeak.max(now, ordering: .relaxed)
    }

    static func kilobytes(_ field: String) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
    }
}
