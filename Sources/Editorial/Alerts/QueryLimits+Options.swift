import NewsModel
import TextAnalysis

extension QueryLimits {
    init(_ options: QueryOptions) {
        self.init(
            patternSize: options.patternSize,
            patternsPerQuery: options.patternsPerQuery,
            patternText: options.patternText,
            heavyPerOwner: options.heavyPerOwner
        )
    }
}
