import GRDB

/// How article texts and searches are cut into indexed words.
final class ArticleTokenizer: FTS5WrapperTokenizer {
    static let name = "articleWords"
    let wrappedTokenizer: any FTS5Tokenizer

    init(db: Database, arguments: [String]) throws {
        wrappedTokenizer = try db.makeTokenizer(.unicode61(diacritics: .remove))
    }

    func accept(
        token: String,
        flags: FTS5TokenFlags,
        for tokenization: FTS5Tokenization,
        tokenCallback: (String, FTS5TokenFlags) throws -> Void
    ) throws {
        try tokenCallback(token, flags)
    }
}
