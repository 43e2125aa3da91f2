/// Takes the commonest particles off Korean words.
enum KoreanEndings {
    static func isHangul(_ word: String) -> Bool {
        word.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
    }

    /// The word without its particle, if two syllables are left; other scripts stay as they are.
    static func stem(_ word: String) -> String {
        guard let last = word.unicodeScalars.last, (0xAC00...0xD7A3).contains(last.value) else { return word }
        for particle in particles where word.hasSuffix(particle) {
            let stem = word.unicodeScalars.dropLast(particle.unicodeScalars.count)
            if stem.count >= 2 { return String(String.UnicodeScalarView(stem)) }
        }
        return word
    }

    /// The longest first.
    private static let particles = [
        "에서는", "으로는", "으로서", "으로써", "에게서", "이라고", "에서", "으로", "에게", "까지", "부터", "라고", "이나", "처럼", "보다", "에는",
        "은", "는", "이", "가", "을", "를", "의", "에", "로", "와", "과", "도", "만", "서",
    ]
}
