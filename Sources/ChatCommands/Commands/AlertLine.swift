internal import Editorial
internal import Localization
internal import NewsModel

extension Alert {
    /// The command that adds it, without the destination.
    var typed: HintLine {
        var line: HintLine = "alert add \(typedWords)"
        if isUrgent { line = "\(line) urgent" }
        return cooldown > 0 ? "\(line) cooldown \(ClockWords.typed(seconds: cooldown))" : line
    }

    /// The same as `shown`; `breaking` is one of the words to look for only in quotes.
    private var typedWords: HintLine {
        let query = AlertQuery.shown(query)
        let word = "breaking"
        guard breaking == nil, query == word || query.hasPrefix(word + " ") else { return shown }
        let quoted = "\"\(word)\"" + query.dropFirst(word.count)
        return "\(quoted)"
    }

    /// What it looks for, in the list of alerts.
    var shown: HintLine {
        let query = AlertQuery.shown(query)
        guard let breaking else { return "\(query)" }
        let rule = HintLine(breaking.typed(with: ""))
        return query.isEmpty ? rule : "\(rule) \(query)"
    }

    /// What it looks for, in the reader's words.
    func shown(by localizer: Localizer) -> String { localizer.typed(shown) }
}
