import Geography
import Testing

@testable import TextAnalysis

/// `near:"Valencia",100km`.
@Suite struct QueryAreaTests {
    private static let valencia = Coordinates(latitude: 39.47, longitude: -0.38)

    @Test(arguments: [
        ("near:Turin", "near:\"Turin\",100km"),
        ("near:\"Paris, Texas\",50mi flood", "near:\"Paris, Texas\",50mi flood"),
        ("NEAR：“都灵”，20km", "near:\"都灵\",20km"), ("-near:Turin,7 flood", "-near:\"Turin\",7km flood"),
        ("near:\"Valencia\",100km,39.47,-0.38", "near:\"Valencia\",100km,39.47,-0.38"),
        ("near:Turin, flood", "near:\"Turin\",100km flood"), ("near:Turin,100km,99,999", "near:\"Turin\",100km"),
        ("\"near turin\"", "\"near turin\""), ("near turin", "near turin"),
    ])
    func `a place and a distance are read, and written the same way`(text: String, canonical: String) throws {
        let query = try Query(parsing: text)
        #expect(query.canonical == canonical)
        #expect(try Query(parsing: query.canonical).canonical == canonical)
    }

    @Test func `units may be words, also of another language`() throws {
        let fields = QueryFieldWords(["靠近": "near"], distanceUnits: ["公里": "km", "英里": "mi"])
        for (typed, canonical) in [
            ("靠近:都灵,50公里", "near:\"都灵\",50km"), ("near:Turin,50英里", "near:\"Turin\",50mi"),
            ("near:Turin,50Kilometres", "near:\"Turin\",50km"), ("near:Turin,50mile", "near:\"Turin\",50mi"),
        ] {
            #expect(try Query(parsing: typed, fields: fields).canonical == canonical)
        }
        #expect(throws: QueryError.self) { try Query(parsing: "near:Turin,50公里") }
    }

    @Test(arguments: [
        "near:Turin,0km", "near:Turin,99999km", "near:Turin,5parsecs", "near:Turin,-3km", "near:Turin,1e300",
        "near:Turin,50km,20km", "near:\"Turin\",50km,20km,30km", "near:Turin,1,000km",
    ])
    func `other distances are refused`(text: String) {
        #expect(throws: QueryError.self) { try Query(parsing: text) }
    }

    @Test(arguments: ["near:", "near:\"\""])
    func `without a place it is no field`(text: String) {
        #expect((try? Query(parsing: text))?.asksNear != true)
    }

    @Test func `an article is near that names a town in the circle`() throws {
        func article(_ positions: Coordinates...) -> QueryDocument {
            QueryDocument(title: "Flood", positions: positions)
        }
        let sagunto = Coordinates(latitude: 39.68, longitude: -0.27)
        let madrid = Coordinates(latitude: 40.42, longitude: -3.7)
        let near = try Query(parsing: "flood near:\"Valencia\",100km,39.47,-0.38")
        #expect(near.matches(article(sagunto)) && near.matches(article(madrid, Self.valencia)))
        #expect(!near.matches(article(madrid)) && !near.matches(article()))
        let elsewhere = try Query(parsing: "flood -near:\"Valencia\",100km,39.47,-0.38")
        #expect(!elsewhere.matches(article(sagunto)) && elsewhere.matches(article(madrid)))
        // Nobody has looked the place up.
        #expect(try !Query(parsing: "near:Valencia").matches(article(Self.valencia)))
    }

    @Test func `the index finds it, and without a word it is heavy`() throws {
        var index = QueryIndex<Int>()
        index.insert(1, try Query(parsing: "near:\"Valencia\",100km,39.47,-0.38"))
        index.insert(2, try Query(parsing: "storm"))
        func found(_ positions: [Coordinates]) -> [Int] {
            var matching = index.stepwiseMatching(of: QueryDocument(title: "Flood", positions: positions))
            while matching.advance() {}
            return matching.found
        }
        #expect(found([Self.valencia]) == [1] && found([]) == [])
        // Each article must be compared with it, so that one owner may have only a few.
        #expect(try Query(parsing: "near:Valencia").isHeavy && !Query(parsing: "flood near:Valencia").isHeavy)
    }

    @Test func `words that were stored before places were known mean words`() throws {
        let query = try Query(parsing: "flood near valencia")
        #expect(query.matches(QueryDocument(title: "Flood near Valencia")))
        #expect(!query.matches(QueryDocument(title: "Flood closes schools", places: ["Valencia", "Spain"])))
        #expect(query.requiredPlaces == nil)
    }
}
