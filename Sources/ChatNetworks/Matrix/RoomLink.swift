import Foundation
import NewsModel

/// A room as people write it: an id, an alias, or a link copied from a client.
struct RoomLink: Hashable {
    /// `!id` or `#alias:server`.
    let target: String
    /// Servers that know the room.
    let servers: [String]

    private static let mostServers = 3
    private static let signs: Set<Character> = ["#", "!"]
    private static let webLink = "matrix.to/#/"
    private static let aliasLink = "matrix:r/"
    private static let idLink = "matrix:roomid/"
    static let marks = RoomMarks(signs: signs, links: ["https://" + webLink, aliasLink, idLink])

    /// Nil when the text names no room.
    init?(_ text: String) {
        guard text.utf8.count <= 1_000 else { return nil }
        var rest = text[...]
        if let mark = text.range(of: Self.webLink) {
            rest = text[mark.upperBound...]
        } else if text.lowercased().hasPrefix(Self.aliasLink) {
            rest = "#" + rest.dropFirst(Self.aliasLink.count)
        } else if text.lowercased().hasPrefix(Self.idLink) {
            rest = "!" + rest.dropFirst(Self.idLink.count)
        }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].prefix { $0 != "/" }
        let target = name.removingPercentEncoding ?? String(name)
        guard let sign = target.first, Self.signs.contains(sign), (2...255).contains(target.utf8.count) else {
            return nil
        }
        self.target = target
        let via = (parts.count > 1 ? parts[1] : "").split(separator: "&").filter { $0.hasPrefix("via=") }
        let named = via.prefix(Self.mostServers).compactMap { $0.dropFirst(4).removingPercentEncoding }
        let own = target.firstIndex(of: ":").map { String(target[target.index(after: $0)...]) }
        servers = named.isEmpty ? [own].compactMap(\.self) : named
    }
}
