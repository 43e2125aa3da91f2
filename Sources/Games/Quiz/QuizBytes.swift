import Foundation

/// A text to look for in many others, byte by byte: both are folded, so that equal letters have equal bytes.
struct QuizBytes {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    func isPart(of text: String) -> Bool {
        guard let first = bytes.first else { return false }
        var text = text
        return text.withUTF8 { hay in
            guard let base = hay.baseAddress, hay.count >= bytes.count else { return false }
            var start = 0
            let last = hay.count - bytes.count
            while start <= last {
                guard let hit = memchr(base + start, Int32(first), last - start + 1) else { return false }
                start = UnsafeRawPointer(hit) - UnsafeRawPointer(base)
                if memcmp(base + start, bytes, bytes.count) == 0 { return true }
                start += 1
            }
            return false
        }
    }
}
