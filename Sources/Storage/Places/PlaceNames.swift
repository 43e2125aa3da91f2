import GRDB
import NewsModel

/// The names of the places that articles name.
enum PlaceNames {
    /// A column with them, of the row `article`: a line for each place, the surest first; in it the name of the place and
    /// those of the two places around it, with tabs between.
    static let column = """
        (SELECT group_concat(line, char(10)) FROM (
            SELECT named.name || char(9) || coalesce(middle.name, '') || char(9) || coalesce(wider.name, '') AS line
            FROM articlePlace CROSS JOIN place AS named ON named.id = articlePlace.placeID
                LEFT JOIN place AS middle ON middle.id = named.parentID
                LEFT JOIN place AS wider ON wider.id = middle.parentID
            WHERE articlePlace.articleID = article.id ORDER BY articlePlace.confidence DESC, named.id))
        """

    /// Each place with those around it, from the value of `column`.
    static func chains(_ column: String?) -> [[String]] {
        (column ?? "").split(separator: "\n").map { line in
            line.split(separator: "\t").map(String.init)
        }
    }

    /// The names of all places of one article, and of those around them.
    static func all(of article: ArticleID, in db: Database) throws -> [String] {
        let statement = try db.cachedStatement(sql: "SELECT \(column) FROM article WHERE id = ?")
        return chains(try String.fetchOne(statement, arguments: [article])).flatMap(\.self)
    }
}
