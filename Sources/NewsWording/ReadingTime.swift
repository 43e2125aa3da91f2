/// How long a text takes to read.
enum ReadingTime {
    /// Words a minute in scripts with spaces, and letters a minute in those without: the usual pace of adults
    /// (Brysbaert 2019; Wang 2018).
    private static let words = 238.0
    private static let ideographs = 400.0

    /// Whole minutes, rounded up; nil for less than one.
    static func minutes(of text: String) -> Int? {
        var (spaced, unspaced, isInWord) = (0, 0, false)
        for scalar in text.unicodeScalars {
            if (0x2E80...0x9FFF).contains(scalar.value) || (0xAC00...0xD7AF).contains(scalar.value) {
                if scalar.properties.isAlphabetic { unspaced += 1 }
                isInWord = false
            } else if scalar.properties.isWhitespace {
                isInWord = false
            } else if !isInWord {
                (spaced, isInWord) = (spaced + 1, true)
            }
        }
        let minutes = Double(spaced) / words + Double(unspaced) / ideographs
        return minutes < 1 ? nil : Int(minutes.rounded(.up))
    }
}
