import GRDB
import Geography
import NewsModel

extension ListedPlace {
    /// A column with the places of the row `article`: a line for each, the surest first.
    ///
    /// In a line, with tabs between: its number, latitude, longitude (both empty but for towns), its name, and those of
    /// the places around it, of which a town has three: region, country, continent.
    static let column = """
        (SELECT group_concat(line, char(10)) FROM (
            SELECT named.id || char(9) || iif(named.kind IN ('city', 'county', 'territory'),
                    named.latitude || char(9) || named.longitude, char(9))
                || char(9) || named.name || char(9) || coalesce(middle.name, '') || char(9) || coalesce(wider.name, '')
                || char(9) || coalesce(widest.name, '') AS line
            FROM articlePlace CROSS JOIN place AS named ON named.id = articlePlace.placeID
                LEFT JOIN place AS middle ON middle.id = named.parentID
                LEFT JOIN place AS wider ON wider.id = middle.parentID
                LEFT JOIN place AS widest ON widest.id = wider.parentID
            WHERE articlePlace.articleID = article.id ORDER BY articlePlace.confidence DESC, named.id))
        """

    /// From the value of `column`.
    static func all(_ column: String?) -> [ListedPlace] {
        StoredLines.lines(of: column).map { line in
            let parts = StoredLines.fields(of: line)
            let degrees = parts.dropFirst().prefix(2).compactMap { Double($0) }
            let position = degrees.count == 2 ? Coordinates(latitude: degrees[0], longitude: degrees[1]) : nil
            return ListedPlace(
                id: Int64(parts[0]) ?? 0,
                names: parts.dropFirst(3).filter { !$0.isEmpty },
                position: position
            )
        }
    }

    /// The places of one article.
    static func all(of article: ArticleID, in db: Database) throws -> [ListedPlace] {
        let statement = try db.cachedStatement(sql: "SELECT \(column) FROM article WHERE id = ?")
        return all(try String.fetchOne(statement, arguments: [article]))
    }
}
