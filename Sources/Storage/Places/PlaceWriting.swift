import GRDB
import Geography
import NewsModel

/// Stores the places of articles, inside a transaction.
struct PlaceWriting {
    let db: Database

    func save(_ places: [NamedPlace], of article: ArticleID) throws {
        for named in places {
            try save(named.place, in: named.containers)
            try db.executeCached(
                sql: "INSERT OR IGNORE INTO articlePlace (placeID, articleID, confidence) VALUES (?, ?, ?)",
                arguments: [named.place.id, article, named.confidence]
            )
        }
    }

    private func save(_ place: NewsPlace, in containers: [NewsPlace]) throws {
        let known = try db.cachedStatement(sql: "SELECT 1 FROM place WHERE id = ?")
        guard try Row.fetchOne(known, arguments: [place.id]) == nil else { return }
        try db.executeCached(
            sql: """
                INSERT INTO place (id, parentID, name, kind, country, latitude, longitude) VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                place.id, containers.first?.id, place.name, place.kind, place.country,
                place.position.latitude, place.position.longitude,
            ]
        )
        try db.executeCached(
            sql: """
                INSERT INTO placeArea (id, minLatitude, maxLatitude, minLongitude, maxLongitude)
                VALUES (?1, ?2, ?2, ?3, ?3)
                """,
            arguments: [place.id, place.position.latitude, place.position.longitude]
        )
        if let container = containers.first { try save(container, in: Array(containers.dropFirst())) }
    }
}

extension NewsPlace {
    /// The columns that `init(row:at:)` reads, in its order.
    static let columns = "place.id, place.name, place.kind, place.country, place.latitude, place.longitude"

    /// Reads a row that has `columns` from an index on.
    init(row: Row, at index: Int = 0) {
        self.init(
            id: row[index],
            name: row[index + 1],
            // If damaged: of an area the least is assumed, and its news is still found by its name.
            kind: Kind(rawValue: row[index + 2]) ?? .area,
            position: Coordinates(latitude: row[index + 4], longitude: row[index + 5]),
            country: row[index + 3]
        )
    }
}
