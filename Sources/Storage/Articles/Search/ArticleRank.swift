import Foundation
import GRDB
import GRDBSQLite
import NewsModel

/// The SQL function `articleRank(index, wanted, weight of each column…)` of full-text indices: how well an article fits
/// the words of a search, the higher the better; NULL for an article that the `WantedArticles` do not want.
///
/// It is BM25 (Robertson and Zaragoza, 2009) without the length of texts. FTS5's own `bm25()` reads the whole list of
/// each word to see how rare it is; here the first articles of the list tell enough, so that frequent words cost no
/// more.
enum ArticleRank {
    /// More occurrences in one article count little more.
    private static let saturation = 1.2
    /// So many articles with a word are counted, because each costs about as much as ranking one.
    private static let mostCounted: Int32 = 400
    private static let leastRarity = 1e-6
    /// SQLite compares it after the call that gets it, so it stays for ever.
    private nonisolated(unsafe) static let pointerType = strdup("fts5_api_ptr")

    /// Adds the function to a connection.
    static func add(to db: Database) throws {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(db.sqliteConnection, "SELECT fts5(?)", -1, &statement, nil) == SQLITE_OK else {
            throw DatabaseError(message: "FTS5 is not there")
        }
        defer { sqlite3_finalize(statement) }
        var api: UnsafeMutablePointer<fts5_api>?
        withUnsafeMutablePointer(to: &api) { place in
            sqlite3_bind_pointer(statement, 1, place, pointerType, nil)
            _ = sqlite3_step(statement)
        }
        guard let api, api.pointee.xCreateFunction?(api, "articleRank", nil, rank, nil) == SQLITE_OK else {
            throw DatabaseError(message: "FTS5 takes no function")
        }
    }

    private static let rank: fts5_extension_function = { api, index, result, count, values in
        guard let api = api?.pointee, let index, let wanted = WantedArticles.value(values?[0]) else {
            return sqlite3_result_null(result)
        }
        guard wanted.wants(ArticleID(rawValue: api.xRowid?(index) ?? 0)) else { return sqlite3_result_null(result) }
        guard let phrases = api.xPhraseCount?(index), phrases > 0,
            let rarities = rarities(of: Int(phrases), api, index)
        else { return sqlite3_result_double(result, 0) }
        var occurrences = [Double](repeating: 0, count: Int(phrases))
        var places: Int32 = 0
        guard api.xInstCount?(index, &places) == SQLITE_OK else { return sqlite3_result_double(result, 0) }
        for place in 0..<places {
            var (phrase, column, offset): (Int32, Int32, Int32) = (0, 0, 0)
            guard api.xInst?(index, place, &phrase, &column, &offset) == SQLITE_OK else { break }
            let weight = column + 1 < count ? values?[Int(column) + 1].map(sqlite3_value_double) ?? 1 : 1
            occurrences[Int(phrase)] += weight
        }
        var sum = 0.0
        for (phrase, found) in occurrences.enumerated() {
            sum += rarities[phrase] * found * (saturation + 1) / (found + saturation)
        }
        sqlite3_result_double(result, sum)
    }

    /// How rare the phrases are, counted once for each search.
    private static func rarities(
        of phrases: Int,
        _ api: Fts5ExtensionApi,
        _ index: OpaquePointer
    ) -> UnsafeMutablePointer<Double>? {
        if let known = api.xGetAuxdata?(index, 0) { return known.assumingMemoryBound(to: Double.self) }
        var articles: sqlite3_int64 = 0
        guard api.xRowCount?(index, &articles) == SQLITE_OK else { return nil }
        let rarities = UnsafeMutablePointer<Double>.allocate(capacity: phrases)
        // How rare the only phrase is changes no order.
        rarities[0] = 1
        for phrase in 0..<phrases where phrases > 1 {
            var counted: Int32 = 0
            _ = api.xQueryPhrase?(index, Int32(phrase), &counted) { _, _, counted in
                guard let counted = counted?.assumingMemoryBound(to: Int32.self) else { return SQLITE_DONE }
                counted.pointee += 1
                return counted.pointee < ArticleRank.mostCounted ? SQLITE_OK : SQLITE_DONE
            }
            let having = Double(counted)
            rarities[phrase] = max(leastRarity, log((Double(articles) - having + 0.5) / (having + 0.5)))
        }
        guard api.xSetAuxdata?(index, rarities, { $0?.deallocate() }) == SQLITE_OK else { return nil }
        return rarities
    }
}
