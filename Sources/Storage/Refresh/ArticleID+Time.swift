import NewsModel

extension ArticleID {
    static let sequenceBits: Int64 = 20

    /// The smallest number an article published in that second can have.
    static func first(atSecond second: Int64) -> ArticleID {
        ArticleID(rawValue: min(max(second, 0), 1 << 42) << sequenceBits)
    }
}
