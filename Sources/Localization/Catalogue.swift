import Foundation
package import NewsModel
import Synchronization

/// Every language's messages, loaded once and again on `reload`.
///
/// One catalogue serves the whole house, so a reload reaches everybody's next message.
package final class Catalogue: Sendable {
    private struct Contents {
        var languages: [String]
        /// As the files have them, and with English where a translation is missing.
        var own: [String: [String: LocaleMessage]]
        var completed: [String: [String: LocaleMessage]]
    }

    private let contents: Mutex<Contents>
    private let wantedDefault: String
    private let defaultTimeZone: TimeZone

    /// Loads `<directory>/<language>/<area>.toml`.
    ///
    /// The defaults are the operator's, for readers who have set nothing; unknown ones become English and UTC.
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

    /// Reads the files again; when one cannot be read, everything stays as it was.
    package func reload(directory: String) throws {
        let fresh = try Self.contents(of: directory)
        contents.withLock { $0 = fresh }
    }

    /// BCP 47 tags as the folders are called, English first.
    package var languages: [String] { contents.withLock { $0.languages } }

    private var defaultLanguage: String { LanguageMatch.best(for: wantedDefault, among: languages) ?? "en" }

    /// Speaks one reader's language in one reader's zone; nil, or something unknown, means the operator's default.
    package func localizer(language: String? = nil, timeZone: String? = nil) -> Localizer {
        let zone = timeZone.flatMap { TimeZone(identifier: $0) } ?? defaultTimeZone
        let found = language.flatMap { LanguageMatch.best(for: $0, among: languages) }
        let chosen = found ?? defaultLanguage
        // "en-GB" is worded from `en`, but its dates and numbers are British.
        let format = found == nil ? chosen : (language ?? chosen)
        let messages = contents.withLock { $0.completed[chosen] ?? [:] }
        return Localizer(language: chosen, formatLanguage: format, timeZone: zone, messages: messages)
    }

    package func localizer(for settings: RecipientSettings) -> Localizer {
        localizer(language: settings.language, timeZone: settings.timeZone)
    }

    /// The language of `locales/` that a person means by a tag or a name (`zh-CN`, `zh_Hans`, `Chinese`, `中文`); nil when none.
    package func language(matching text: String) -> String? {
        LanguageMatch.best(for: text, among: languages) ?? LanguageMatch.named(text, among: languages)
    }

    /// What the language calls itself.
    package func name(ofLanguage language: String) -> String {
        Locale(identifier: language).localizedString(forIdentifier: language) ?? language
    }

    private static func contents(of directory: String) throws -> Contents {
        var messages: [String: [String: LocaleMessage]] = [:]
        for language in try names(in: directory).sorted() where !language.hasPrefix(".") {
            let folder = directory + "/" + language
            guard isDirectory(folder) else { continue }
            var entries: [(key: String, value: String)] = []
            for file in try names(in: folder).sorted() where file.hasSuffix(".toml") {
                let path = folder + "/" + file
                guard let data = FileManager.default.contents(atPath: path)
                else { throw LocalizationError.directoryUnreadable(path: path) }
                entries += try LocaleFileParser.entries(of: String(decoding: data, as: UTF8.self), file: path)
            }
            messages[language] = Self.messages(of: entries)
        }
        guard let english = messages["en"], !english.isEmpty
        else { throw LocalizationError.englishMissing(path: directory) }
        return Contents(
            languages: ["en"] + messages.keys.filter { $0 != "en" }.sorted(),
            own: messages,
            // A message not yet translated is shown in English.
            completed: messages.mapValues { english.merging($0) { _, translated in translated } }
        )
    }

    private static func messages(of entries: [(key: String, value: String)]) -> [String: LocaleMessage] {
        var messages: [String: LocaleMessage] = [:]
        for (key, value) in entries {
            let template = MessageTemplate(value)
            guard let dot = key.lastIndex(of: "."),
                let category = PluralCategory(rawValue: String(key[key.index(after: dot)...]))
            else {
                messages[key] = LocaleMessage(forms: [.other: template], isPlural: false)
                continue
            }
            messages[String(key[..<dot]), default: LocaleMessage(forms: [:], isPlural: true)].forms[category] = template
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
    /// A language's own keys without the English ones that stand in, for the check that every language is complete.
    package func ownMessageFacts(_ language: String) -> [String: MessageFacts] {
        contents.withLock { $0.own[language] ?? [:] }.mapValues { message in
            MessageFacts(
                argumentNames: message.forms.values.reduce(into: []) { $0.formUnion($1.argumentNames) },
                pluralForms: message.isPlural ? Set(message.forms.keys) : nil
            )
        }
    }

    /// What a translation must have in common with the English message.
    package struct MessageFacts: Hashable, Sendable {
        package var argumentNames: Set<String>
        /// Nil when the message does not depend on a number.
        package var pluralForms: Set<PluralCategory>?
    }
}
