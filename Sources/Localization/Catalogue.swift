internal import CompactTexts
import Foundation
package import NewsModel
import Synchronization

/// The messages of all languages.
///
/// They are loaded once, and again on `reload`.
///
/// The program has one catalogue, so a reload changes every later message.
package final class Catalogue: Sendable {
    private struct Contents {
        var languages: [String]
        var messages: [String: LocaleMessages]
        var phraseBooks: [String: PhraseBook]
        var typed: TypedWords
        var commandWords: [String: CommandWords]
        var searchPhrases: SearchPhrases
        var revision = 0
    }

    private let contents: Mutex<Contents>
    private let placeNames: Mutex<PlaceNames?> = Mutex(nil)
    private let placeCheck: Mutex<(@Sendable (_ name: String) -> Bool)?> = Mutex(nil)
    private let wantedDefault: String
    private let defaultTimeZone: TimeZone

    /// Loads `<directory>/<language>/<area>.toml`.
    ///
    /// The defaults are the operator's, for readers without settings. Unknown defaults become English and UTC.
    package static func load(
        directory: String,
        defaultLanguage: String = "en",
        defaultTimeZone: String = "UTC"
    ) throws -> Catalogue {
        Catalogue(
            contents: try contents(of: directory),
            defaultLanguage: defaultLanguage,
            defaultTimeZone: defaultTimeZone
        )
    }

    private init(contents: Contents, defaultLanguage: String, defaultTimeZone: String) {
        self.contents = Mutex(contents)
        wantedDefault = defaultLanguage
        self.defaultTimeZone = TimeZone(identifier: defaultTimeZone) ?? .gmt
    }

    /// Reads the files again.
    ///
    /// If one cannot be read, the old messages are kept.
    package func reload(directory: String) throws {
        let fresh = try Self.contents(of: directory)
        contents.withLock { contents in
            let revision = contents.revision + 1
            contents = fresh
            contents.revision = revision
        }
    }

    /// How often the files were read again.
    package var revision: Int { contents.withLock { $0.revision } }

    /// BCP 47 tags, as the folders are named.
    ///
    /// English comes first.
    package var languages: [String] { contents.withLock { $0.languages } }

    /// What people say in their own words, to try in this order: the reader's language first, then the others.
    package func phraseBooks(for language: String) -> [PhraseBook] {
        let (languages, books) = contents.withLock { ($0.languages, $0.phraseBooks) }
        return ([language] + languages.filter { $0 != language }).compactMap { books[$0] }
    }

    /// The words of commands in all languages.
    package var typedWords: TypedWords { contents.withLock { $0.typed } }

    /// What people say in searches, in all languages.
    package var searchPhrases: SearchPhrases { contents.withLock { $0.searchPhrases } }

    private var defaultLanguage: String { LanguageMatch.best(for: wantedDefault, among: languages) ?? "en" }

    /// The localizer for a reader.
    ///
    /// An unknown or missing language or time zone becomes the operator's default.
    package func localizer(language: String? = nil, timeZone: String? = nil) -> Localizer {
        let zone = timeZone.flatMap { TimeZone(identifier: $0) } ?? defaultTimeZone
        let found = language.flatMap { LanguageMatch.best(for: $0, among: languages) }
        let chosen = found ?? defaultLanguage
        // "en-GB" uses the texts of `en`, with British dates and numbers.
        let format = found == nil ? chosen : (language ?? chosen)
        // A message without translation is shown in English.
        let (own, english, commandWords) = contents.withLock {
            ($0.messages[chosen], $0.messages["en"], $0.commandWords[chosen])
        }
        return Localizer(
            language: chosen,
            formatLanguage: format,
            timeZone: zone,
            messages: [own, chosen == "en" ? nil : english].compactMap { $0 },
            commandWords: commandWords,
            placeNames: placeNames.withLock { $0 }
        )
    }

    /// What readers of a language call a place (`NewsPlace.id`); nil where it is the usual English name.
    package func placeName(_ id: Int64, in language: String) -> String? {
        placeNames.withLock { $0 }.flatMap { $0(id, language) }
    }

    /// Whether some place has a name; false where no places are known.
    package func isPlace(_ name: String) -> Bool { placeCheck.withLock { $0 }.map { $0(name) } ?? false }

    /// From now on readers see the names that `names` gives for places in their language.
    ///
    /// - Parameter isPlace: whether some place has a name.
    package func namePlaces(
        _ names: @escaping PlaceNames,
        isPlace: @escaping @Sendable (_ name: String) -> Bool = { _ in false }
    ) {
        placeNames.withLock { $0 = names }
        placeCheck.withLock { $0 = isPlace }
    }

    /// The localizer for a reader, with the words of their network for its rooms.
    package func localizer(for settings: RecipientSettings, on traits: NetworkTraits? = nil) -> Localizer {
        localizer(language: settings.language, timeZone: settings.timeZone).speaking(of: traits?.roomKind ?? .channel)
    }

    /// The language that a person means by a tag or a name (`zh-CN`, `zh_Hans`, `Chinese`, `中文`); nil if there is none.
    package func language(matching text: String) -> String? {
        LanguageMatch.best(for: text, among: languages) ?? LanguageMatch.named(text, among: languages)
    }

    /// The language's name in that language.
    package func name(ofLanguage language: String) -> String {
        let localizer = localizer(language: language)
        let name = localizer.language == language ? localizer.text("language.name") : "language.name"
        // Without a text of its own the system knows the name, slowly.
        return name == "language.name"
            ? Locale(identifier: language).localizedString(forIdentifier: language) ?? language : name
    }

    private static func contents(of directory: String) throws -> Contents {
        var messages: [String: [String: LocaleMessage]] = [:]
        var phraseBooks: [String: PhraseBook] = [:]
        for language in try names(in: directory).sorted() where !language.hasPrefix(".") {
            let folder = directory + "/" + language
            guard isDirectory(folder) else { continue }
            var entries: [(key: String, value: String)] = []
            for file in try names(in: folder).sorted() where file.hasSuffix(".toml") {
                let path = folder + "/" + file
                guard let data = FileManager.default.contents(atPath: path)
                else { throw LocalizationError.directoryUnreadable(path: path) }
                if file == PhraseFile.name {
                    phraseBooks[language] = try PhraseFile.book(of: String(decoding: data, as: UTF8.self), file: path)
                    continue
                }
                entries += try LocaleFile.entries(of: String(decoding: data, as: UTF8.self), file: path)
            }
            messages[language] = Self.messages(of: entries)
        }
        guard let english = messages["en"], !english.isEmpty
        else { throw LocalizationError.englishMissing(path: directory) }
        let others = messages.keys.filter { $0 != "en" }.sorted()
        let keys = SortedTexts(messages.values.flatMap(\.keys))
        return Contents(
            languages: ["en"] + others,
            messages: messages.mapValues { LocaleMessages($0, keys: keys) },
            phraseBooks: phraseBooks,
            typed: TypedWords(messages),
            commandWords: Dictionary(
                uniqueKeysWithValues: others.map { ($0, CommandWords(ShownWords(messages[$0] ?? [:]))) }
            ),
            searchPhrases: SearchPhrases(messages)
        )
    }

    private static func messages(of entries: [(key: String, value: String)]) -> [String: LocaleMessage] {
        var messages: [String: LocaleMessage] = [:]
        for (key, value) in entries {
            guard let dot = key.lastIndex(of: "."),
                let category = PluralCategory(rawValue: String(key[key.index(after: dot)...]))
            else {
                messages[key] = .single(value)
                continue
            }
            messages[String(key[..<dot]), default: .plural([:])].add(value, for: category)
        }
        return messages
    }

    private static func names(in directory: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch {
            throw LocalizationError.directoryUnreadable(path: directory)
        }
    }

    private static func isDirectory(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }
}

extension Catalogue {
    /// The keys of one language, without the English fallback, to check that every language is complete.
    package func ownMessageFacts(_ language: String) -> [String: MessageFacts] {
        contents.withLock { $0.messages[language]?.all ?? [:] }.mapValues { message in
            switch message {
            case .single(let source):
                MessageFacts(argumentNames: MessageTemplate(source).argumentNames, pluralForms: nil)
            case .plural(let forms):
                MessageFacts(
                    argumentNames: forms.values.reduce(into: []) { $0.formUnion(MessageTemplate($1).argumentNames) },
                    pluralForms: Set(forms.keys)
                )
            }
        }
    }

    /// What a translation must share with the English message.
    package struct MessageFacts: Hashable, Sendable {
        package var argumentNames: Set<String>
        /// Nil if the message does not depend on a number.
        package var pluralForms: Set<PluralCategory>?
    }
}

extension Catalogue {
    /// The phrases that a message lists, in all languages.
    ///
    /// People may write them in any of them.
    ///
    /// Phrases are separated by `|` and line ends. Blanks at the ends of a phrase are part of it.
    package func phrases(_ key: String) -> [String] {
        languages.flatMap { language in
            localizer(language: language).text(key).split { $0 == "|" || $0 == "\n" }.map(String.init)
        }
    }
}
