import Foundation
import GRDB
import Geography
import NewsModel

extension PlaceArea {
    /// The stored places of the area.
    func placeIDs(in db: Database) throws -> [Int64] {
        switch self {
        case .inside(let place): try Self.inside([place.id], db)
        case .around(let place, let kilometres):
            try Self.towns(around: place.position, kilometres, db).union([place.id]).sorted()
        }
    }

    /// The stored places that lie in some places, and these.
    static func inside(_ places: [Int64], _ db: Database) throws -> [Int64] {
        let statement = try db.cachedStatement(
            sql: """
                WITH RECURSIVE inside(id) AS (
                    SELECT value FROM json_each(?)
                    UNION SELECT place.id FROM inside CROSS JOIN place ON place.parentID = inside.id
                )
                SELECT id FROM inside
                """
        )
        return try Int64.fetchAll(statement, arguments: [places.jsonList])
    }

    /// The stored towns of a circle.
    ///
    /// Regions and countries are left out: their position is that of their middle.
    static func towns(around centre: Coordinates, _ kilometres: Double, _ db: Database) throws -> Set<Int64> {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(NewsPlace.columns) FROM placeArea CROSS JOIN place ON place.id = placeArea.id
                WHERE maxLatitude >= ? AND minLatitude <= ? AND maxLongitude >= ? AND minLongitude <= ?
                    AND kind IN ('city', 'county', 'territory')
                """
        )
        var found: Set<Int64> = []
        let height = kilometres / kilometresPerDegree
        let (south, north) = (centre.latitude - height, centre.latitude + height)
        for (west, east) in longitudes(around: centre, height, kilometres) {
            let rows = try Row.fetchCursor(statement, arguments: [south, north, west, east])
            while let row = try rows.next() {
                let place = NewsPlace(row: row)
                if place.position.distance(to: centre) <= kilometres { found.insert(place.id) }
            }
        }
        return found
    }

    private static let kilometresPerDegree = 111.19

    /// One or two ranges of degrees: a circle may cross the 180th meridian, or hold a pole.
    private static func longitudes(
        around centre: Coordinates,
        _ height: Double,
        _ kilometres: Double
    ) -> [(west: Double, east: Double)] {
        let farthest = abs(centre.latitude) + height
        guard farthest < 89 else { return [(-180, 180)] }
        let width = kilometres / (kilometresPerDegree * cos(farthest * .pi / 180))
        guard width < 180 else { return [(-180, 180)] }
        let (west, east) = (centre.longitude - width, centre.longitude + width)
        if west < -180 { return [(-180, east), (west + 360, 180)] }
        if east > 180 { return [(west, 180), (-180, east - 360)] }
        return [(west, east)]
    }
}
