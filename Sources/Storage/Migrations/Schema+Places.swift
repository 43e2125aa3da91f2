extension Schema {
    /// The places that articles name.
    ///
    /// `place` holds only places that were named, and those that contain them. Articles in `placesDue` were stored
    /// before their places were looked for.
    static let places = """
        CREATE TABLE place (
            id INTEGER PRIMARY KEY,
            parentID INTEGER,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            country TEXT,
            latitude REAL NOT NULL,
            longitude REAL NOT NULL
        ) STRICT;
        CREATE INDEX placeByParent ON place(parentID);
        CREATE VIRTUAL TABLE placeArea USING rtree(
            id, minLatitude, maxLatitude, minLongitude, maxLongitude
        );

        CREATE TABLE articlePlace (
            placeID INTEGER NOT NULL REFERENCES place(id),
            articleID INTEGER NOT NULL REFERENCES article(id) ON DELETE CASCADE,
            confidence REAL NOT NULL,
            PRIMARY KEY (placeID, articleID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX articlePlaceByArticle ON articlePlace(articleID);

        CREATE TABLE placesDue (
            articleID INTEGER PRIMARY KEY REFERENCES article(id) ON DELETE CASCADE
        ) STRICT;
        INSERT INTO changeCounter (name, value) VALUES ('places', 0);
        """
}
