internal import Editorial
internal import Localization
internal import NewsModel

extension Alert {
    /// The command that adds it, without the destination.
    var typed: HintLine {
        var line: HintLine = "alert add \(shown)"
        if isUrgent { line = "\(line) urgent" }
        return cooldown > 0 ? "\(line) cooldown \(ClockWords.typed(seconds: cooldown))" : line
    }

    /// What it looks for, as it is typed after `alert add`.
    var shown: HintLine {
        let query = AlertQuery.shown(query)
        guard let breaking else { return "\(query)" }
        let rule = HintLine(breaking.typed(with: ""))
        return query.isEmpty ? rule : "\(rule) \(query)"
    }

    /// What it looks for, in the reader's words.
    func shown(by localizer: Localizer) -> String { localizer.typed(shown) }
}
