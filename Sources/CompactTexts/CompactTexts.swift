// CompactTexts: keeps many short texts in little memory.
// An array of strings takes 16 bytes for each, and 32 more and the text for those of more than 15 bytes.
// Here a text takes its bytes and four more.
// It imports nothing of ours and does no I/O.
// Used by Localization (messages) and Games (words).

/// Texts in a fixed order.
package struct CompactTexts: Hashable, Sendable {
    /// UTF-8, one text after the other.
    private let bytes: [UInt8]
    /// Where each text begins, and the end of the last one.
    private let starts: [UInt32]

    package init(_ texts: [String]) {
        var (bytes, starts): ([UInt8], [UInt32]) = ([], [0])
        bytes.reserveCapacity(texts.reduce(0) { $0 + $1.utf8.count })
        starts.reserveCapacity(texts.count + 1)
        for text in texts {
            bytes += text.utf8
            starts.append(UInt32(bytes.count))
        }
        (self.bytes, self.starts) = (bytes, starts)
    }

    package var count: Int { starts.count - 1 }

    package subscript(index: Int) -> String { String(decoding: slice(index), as: UTF8.self) }

    fileprivate func slice(_ index: Int) -> ArraySlice<UInt8> { bytes[Int(starts[index])..<Int(starts[index + 1])] }
}

/// Different texts in the order of their UTF-8 bytes, in which one is found by halving.
package struct SortedTexts: Hashable, Sendable {
    private let texts: CompactTexts

    /// - Parameter texts: in any order; each is kept once.
    package init(_ texts: some Sequence<String>) {
        self.texts = CompactTexts(Set(texts).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }

    package var count: Int { texts.count }

    package subscript(index: Int) -> String { texts[index] }

    /// Nil when there is no such text.
    package func index(of text: String) -> Int? {
        let wanted = Array(text.utf8)
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if texts.slice(middle).lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
        }
        return low < count && texts.slice(low).elementsEqual(wanted) ? low : nil
    }

    package func contains(_ text: String) -> Bool { index(of: text) != nil }
}
