internal import NewsModel

/// What a command says back, before it is cut into pages and addressed.
struct Answer: Hashable, Sendable {
    enum Place: Hashable {
        /// Where the command was typed.
        case here
        /// To the person alone.
        case privately
    }

    var body: RichText
    var place: Place = .here
    var form: OutgoingMessage.Form = .chat
    var subject: String?
    /// Blocks on the first page, where that is fewer than the place has room for.
    var pageSize: Int?
    /// Nothing of it waits for `more`.
    var isWhole = false
    /// The stories that it lists, by their numbers, of which readers who wish see the pictures.
    var pictured: [Article] = []
    /// As `OutgoingMessage.asks`.
    var asks: String?
}
