import Editorial

/// Which rules articles are analysed by.
enum AnalysisRules {
    /// Differs when the same article would be analysed differently: by an edited vocabulary or another gazetteer, too.
    static func version(_ finder: PlaceFinder?, _ words: ArticleWords?) -> Int {
        var hash = StableHash()
        if let finder { hash.combine("places \(finder.edition)") }
        if let words { hash.combine("words \(ArticleAnalysis.version) \(words.edition)") }
        return hash.number
    }
}
