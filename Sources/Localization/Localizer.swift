package import Foundation
package import NewsModel

/// What a language calls a place, by its number in the gazetteer; nil for its usual name.
package typealias PlaceNames = @Sendable (_ id: Int64, _ language: String) -> String?

/// Formats text, dates and numbers for one reader.
///
/// It is a cheap value made by the `Catalogue`.
package struct Localizer: Sendable {
    /// The language of the texts.
    package let language: String
    /// What the network's people call a place where many talk.
    private var roomKind = RoomKind.channel
    package let timeZone: TimeZone
    /// For formats that have no method here.
    ///
    /// It uses the 24-hour clock.
    package let locale: Locale
    let styles: DateStyles
    private let rules: PluralRules
    /// The languages to search, in this order.
    private let messages: [LocaleMessages]
    /// How commands are shown; nil in English.
    private let commandWords: CommandWords?
    private let placeNames: PlaceNames?

    init(
        language: String,
        formatLanguage: String,
        timeZone: TimeZone,
        messages: [LocaleMessages],
        commandWords: CommandWords? = nil,
        placeNames: PlaceNames? = nil
    ) {
        self.commandWords = commandWords
        self.placeNames = placeNames
        self.language = language
        self.timeZone = timeZone
        self.messages = messages
        rules = PluralRules(language: language)
        // Schedules are typed as 07:30, so all languages show the 24-hour clock.
        var components = Locale.Components(identifier: formatLanguage)
        components.hourCycle = .zeroToTwentyThree
        locale = Locale(components: components)
        styles = DateStyles(locale: locale, timeZone: timeZone)
    }

    /// The same localizer with the words of a network for its rooms and for those who look after them.
    ///
    /// Messages contain them as arguments that nobody has to supply, such as `{thisRoom}`.
    func speaking(of kind: RoomKind) -> Localizer {
        var copy = self
        copy.roomKind = kind
        return copy
    }

    /// A command in the words of this language.
    ///
    /// English is understood beside it, so a line of English words may be shown too.
    package func typed(_ line: HintLine) -> String { commandWords?.line(line) ?? line.text }

    /// What a place is called in this language, or its usual name.
    package func placeName(_ id: Int64, else name: String) -> String {
        guard language != "en", let placeNames else { return name }
        return placeNames(id, language) ?? name
    }

    /// The message as plain text.
    ///
    /// An unknown key is shown itself.
    package func text(_ key: String, _ arguments: [String: MessageArgument] = [:]) -> String {
        guard let template = template(key, arguments) else { return key }
        return words(template.pieces, arguments)
    }

    /// The words of a message that lists what people say, separated by `|`.
    package func wordList(_ key: String) -> [String] { text(key).split(separator: "|").map(String.init) }

    package func text(_ message: LocalizedMessage) -> String { text(message.key, message.arguments) }

    /// The message as spans, with its strong and literal parts.
    ///
    /// Arguments are inserted as they are, without looking for marks.
    /// `inserts` are arguments that are spans (a link, a title).
    package func spans(
        _ key: String,
        _ arguments: [String: MessageArgument] = [:],
        inserts: [String: RichText.Span] = [:]
    ) -> [RichText.Span] {
        guard let template = template(key, arguments) else { return [.text(key)] }
        return spans(template.pieces, arguments, inserts)
    }

    /// The message as paragraphs, one for each line.
    ///
    /// A line that begins with "- " is a list item.
    package func richText(
        _ key: String,
        _ arguments: [String: MessageArgument] = [:],
        inserts: [String: RichText.Span] = [:]
    ) -> RichText {
        guard let template = template(key, arguments) else { return .plain(key) }
        var blocks: [RichText.Block] = []
        for line in template.lines where !line.isEmpty {
            if case .text(let start) = line[0], start.hasPrefix("- ") {
                let rest = [.text(String(start.dropFirst(2)))] + line.dropFirst()
                blocks.append(.item(marker: nil, spans(rest, arguments, inserts)))
            } else {
                blocks.append(.paragraph(spans(line, arguments, inserts)))
            }
        }
        return RichText(blocks)
    }

    package func richText(_ message: LocalizedMessage) -> RichText { richText(message.key, message.arguments) }

    /// Whether the reader's language or English has the key.
    package func has(_ key: String) -> Bool { messages.contains { $0.has(key) } }
}

extension Localizer {
    /// The argument that says what something is called.
    private static let calling = "number"

    private func template(_ key: String, _ arguments: [String: MessageArgument]) -> MessageTemplate? {
        var number: Int?
        if case .number(let n) = arguments["n"] { number = n }
        return messages.lazy.compactMap { $0.template(key, for: number, rules: rules) }.first
    }

    private func words(_ pieces: [MessageTemplate.Piece], _ arguments: [String: MessageArgument]) -> String {
        pieces.reduce(into: "") { words, piece in
            switch piece {
            case .text(let text): words += text
            case .argument(let name): words += self.words(name, arguments)
            case .strong(let inner): words += self.words(inner, arguments)
            case .code(let inner): words += code(inner, arguments)
            }
        }
    }

    private func words(_ name: String, _ arguments: [String: MessageArgument]) -> String {
        switch arguments[name] {
        case .text(let text): text
        case .number(let value): name == Self.calling ? numeral(value) : number(value)
        case .names(let names): joined(names: names)
        case nil: term(name) ?? "{\(name)}"
        }
    }

    /// A word that depends on the network, from `terms.toml`.
    private func term(_ name: String) -> String? {
        template("terms.\(roomKind.rawValue).\(name)", [:]).map { words($0.pieces.filter(\.isText), [:]) }
    }

    /// Literal text: commands are written in English in the files, and shown in the reader's words.
    private func code(_ pieces: [MessageTemplate.Piece], _ arguments: [String: MessageArgument]) -> String {
        let line = pieces.reduce(into: HintLine("")) { line, piece in
            switch piece {
            case .text(let text): line = line + HintLine(text)
            case .argument(let name): line = line + words(name, arguments)
            case .strong(let inner), .code(let inner): line = line + words(inner, arguments)
            }
        }
        return typed(line)
    }

    private func spans(
        _ pieces: [MessageTemplate.Piece],
        _ arguments: [String: MessageArgument],
        _ inserts: [String: RichText.Span]
    ) -> [RichText.Span] {
        pieces.map { piece in
            switch piece {
            case .text(let text): .text(text)
            case .argument(let name): inserts[name] ?? .text(words(name, arguments))
            case .strong(let inner): .strong(spans(inner, arguments, inserts))
            case .code(let inner): .code(code(inner, arguments))
            }
        }
    }
}
