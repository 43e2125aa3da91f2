internal import GameRooms
internal import NewsModel

/// The answer of a command, before it is cut into pages and addressed.
struct Answer: Hashable, Sendable {
    enum Place: Hashable {
        /// Where the command was typed.
        case here
        /// To the person alone.
        case privately
        /// To a room where the person did not type it.
        case room(Room)
    }

    var body: RichText
    var place: Place = .here
    var form: OutgoingMessage.Form = .chat
    var subject: String?
    /// Blocks of the first page, if fewer than the usual page has.
    var pageSize: Int?
    /// Stories of the list that follow on later pages.
    var later: LaterNews?
    /// The article that it shows in full; `more` in a reply to it shows the rest of this article.
    var about: ArticleID?
    /// Whether the person asked for so many, so that `pageSize` is neither lowered to the length of a room's lists nor
    /// exceeded by one.
    var isOfAskedSize = false
    /// Whether it is sent whole, without pages for `more`.
    var isWhole = false
    /// Whether it is the next page of something longer.
    var isPage = false
    /// The listed stories in order.
    ///
    /// Readers who want pictures get theirs.
    var pictured: [Article] = []
    /// As `OutgoingMessage.asks`.
    var asks: String?
    /// What it tells of a game, which must be heard of again when it was sent.
    var told: ToldOfGame?
}
