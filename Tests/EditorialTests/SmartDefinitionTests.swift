import Testing
import TextAnalysis

@testable import Editorial

struct SmartDefinitionTests {
    private let words = [
        SmartDefinition.Words(
            any: ["任意", "任一"],
            all: ["全部", "所有"],
            title: ["在标题", "在标题中"],
            body: ["在正文"],
            both: ["在标题和正文"]
        ),
        SmartDefinition.Words(
            any: ["any of", "any"],
            all: ["all of", "all"],
            title: [" in title", " in the title", " in titles"],
            body: [" in body", " in text"],
            both: [" in both"]
        ),
    ]

    private func definition(_ text: String) throws -> SmartDefinition {
        try SmartDefinition(text, words: words, fields: QueryFieldWords(["标题": "title"]))
    }

    static let lists: [(text: String, all: Bool, field: QueryField?)] = [
        ("any of: heat, flood", false, nil), ("all of: heat, flood", true, nil), ("heat, flood", false, nil),
        ("heat，flood", false, nil), ("heat、flood", false, nil), ("heat; flood", false, nil),
        ("\"heat\", flood", false, nil), ("heat, flood in title", false, .title), ("heat, flood in both", false, nil),
        ("any title: heat, flood", false, .title), ("any in titles: heat, flood", false, .title),
        ("any of the title: heat, flood", false, .title), ("all body: heat, flood", true, .body),
        ("all text: heat, flood", true, .body), ("any of heat, flood", false, nil), ("all of heat, flood", true, nil),
        ("任意：heat，flood", false, nil), ("任意标题：heat，flood", false, .title), ("全部 正文: heat, flood", true, .body),
        ("heat，flood在标题中", false, .title),
    ]

    @Test(arguments: lists)
    func `a list of keywords is one however it is written`(text: String, all: Bool, field: QueryField?) throws {
        #expect(try definition(text).meaning == .keywords(["heat", "flood"], all: all, field: field))
    }

    @Test(arguments: [
        "heat flood", "heat", "heat,", "heat, -flood", "heat, title:flood", "heat, 标题：flood", "heat, flood OR rain",
        "heat | flood, rain", "(heat, flood)", "heat, /flo+d/", "heat AND flood, rain", "heat, NOT flood",
        "\"heat, flood\"", "1,000 dead", "any title:heat OR flood", "anything: heat, title:flood", "smart:heat, flood",
    ])
    func `what the query language has, and a single keyword, is a query`(text: String) throws {
        #expect(try definition(text).meaning == .query(text))
        #expect(try definition(text).inFull == nil)
    }

    @Test func `commas in numbers and quotes divide nothing`() throws {
        let listed = try definition("1,000 dead, \"ships, boats\", port")
        #expect(listed.meaning == .keywords(["1,000 dead", "ships, boats", "port"], all: false, field: nil))
        #expect(listed.inFull == "任意: \"1,000 dead\", \"ships, boats\", port")
        #expect(try definition("2,3").meaning == .keywords(["2", "3"], all: false, field: nil))
    }

    @Test(arguments: [
        ("heat, flood", "任意: heat, flood"), ("all body: heat, flood", "全部: heat, flood在正文"),
        ("heat, flood in title", "任意: heat, flood在标题"),
    ])
    func `a list in fewer words is written in full, and means the same then`(text: String, full: String) throws {
        let typed = try definition(text)
        #expect(typed.inFull == full)
        #expect(try definition(full).meaning == typed.meaning)
        #expect(try definition(full).inFull == nil)
    }

    @Test(arguments: ["any of: ", ""])
    func `a list has at most ten keywords`(beginning: String) throws {
        let ten = (1...10).map { "word\($0)" }.joined(separator: ", ")
        #expect(throws: Never.self) { try definition(beginning + ten) }
        #expect(throws: AlertQueryError.self) { try definition(beginning + ten + ", more") }
        #expect(throws: AlertQueryError.self) { try definition(beginning + "x, " + String(repeating: "y", count: 101)) }
    }
}
