internal import Editorial
internal import NewsModel

extension Alert {
    /// The command that adds it, without the destination.
    var typed: HintLine {
        var line: HintLine = "alert add \(shown)"
        if isUrgent { line = "\(line) urgent" }
        return cooldown > 0 ? "\(line) cooldown \(ClockWords.typed(seconds: cooldown))" : line
    }

    /// The query for people, as it is typed after `alert add`.
    var shown: String {
        let query = AlertQuery.shown(query)
        return breaking?.typed(with: query) ?? query
    }
}
