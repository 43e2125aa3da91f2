import Testing

/// What is put around the text of a page; its article must stay as it was.
struct Surroundings: Sendable, CustomTestStringConvertible {
    let name: String
    let opening: String
    let closing: String
    /// The least score of the articles with it.
    var bar = 0.94

    var testDescription: String { name }

    static let all = [
        Surroundings(name: "teasers", opening: "<div class=wrap>" + teasers, closing: teasers + "</div>"),
        Surroundings(name: "comments", opening: "<div>", closing: "</div>" + comments),
        Surroundings(name: "menus", opening: menu + "<div>", closing: "</div>" + menu),
        Surroundings(name: "columns", opening: "<div class=cols><div>", closing: "</div>\(sidebar)</div>"),
        Surroundings(
            name: "long columns",
            opening: "<div class=cols><div>",
            closing: "</div>\(longSidebar)</div>",
            bar: 0.9
        ),
        Surroundings(name: "one form", opening: "<form action=/page>", closing: "</form>"),
    ]

    private static let teasers = (0..<24).map { number in
        "<div class=m\(number)><h3><a href=/\(number)>\(line(number))</a></h3><p>\(line(number + 1)).</p></div>"
    }.joined()

    private static let comments =
        "<div class=z><h3>200 answers</h3>"
        + (0..<200).map { number in
            "<div class=c><div><b>Ann\(number)</b> \(number) days ago</div><div><p>\(line(number)), I think.</p></div></div>"
        }.joined() + "</div>"

    private static let menu =
        "<div><ul>" + (0..<300).map { "<li><a href=/\($0)>\(line($0))</a></li>" }.joined() + "</ul></div>"

    private static let sidebar =
        "<div class=c2>"
        + (0..<14).map { "<div><h4>Box \($0)</h4><p>\(line($0)), and more of it.</p></div>" }.joined() + "</div>"

    /// Boxes that are as long as the sections of an article.
    private static let longSidebar =
        "<div class=c2>"
        + (0..<6).map { number in
            let text = String(repeating: "\(line(number)), and more of it. ", count: 13)
            return "<div><h4>Box \(number)</h4><p>\(text)</p></div>"
        }.joined() + "</div>"

    private static func line(_ number: Int) -> String {
        let subjects = ["council", "school", "bakery", "lighthouse", "orchestra", "market", "library"]
        let verbs = ["opens a new hall", "asks for more helpers", "plans a long summer", "closes for repairs"]
        return "The \(subjects[number % 7]) \(verbs[number % 4]) in street \(number)"
    }

    /// The page with all of it just inside of its body.
    func added(to page: [UInt8]) -> [UInt8] {
        guard let tag = Self.position(of: "<body", in: page, from: 0),
            let begin = page[tag...].firstIndex(of: UInt8(ascii: ">"))
        else { return page }
        let end = Self.position(of: "</body", in: page, from: begin) ?? page.count
        return page[...begin] + Array(opening.utf8) + page[(begin + 1)..<end] + Array(closing.utf8) + page[end...]
    }

    private static func position(of text: String, in page: [UInt8], from start: Int) -> Int? {
        let text = Array(text.utf8)
        var index = start
        // A plain loop: this looks at every byte of many pages.
        while index + text.count <= page.count {
            if page[index] == text[0],
                text.indices.allSatisfy({ page[index + $0] == text[$0] || page[index + $0] == text[$0] &- 32 })
            {
                return index
            }
            index += 1
        }
        return nil
    }
}
