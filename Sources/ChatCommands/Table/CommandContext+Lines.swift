import NewsModel
import NewsWording

/// How articles stand in lists.
extension CommandContext {
    var articleLines: ArticleLineWording {
        ArticleLineWording(localizer: localizer, now: time, linksTitles: linksTitles)
    }

    /// In a mail a title can be a link without costing a line.
    var linksTitles: Bool { message.networkKind == .mail }
}
