/// The language of an article: what its words say, and what its feed says.
///
/// The text decides from about twenty letters, because feeds declare wrong languages (every WordPress says "en-US").
/// Shorter texts take the feed's usual language. Both are kept.
package struct LanguageGuess: Sendable, Hashable {
    package enum Evidence: String, Sendable {
        /// Letters that only this language uses.
        case script
        /// Words and letter groups of the text.
        case words
        /// What the feed's articles usually are.
        case usual
        /// What the feed declares.
        case declared
    }

    /// A BCP 47 tag such as "de" or "zh-Hant"; nil when nothing says which.
    package var language: String?
    package var evidence: Evidence?
    /// The language by the text alone, even where the feed's language was taken; nil when the text does not say.
    package var ofText: String?
    /// What the feed declares, as it was given.
    package var declared: String?

    /// From this many letters the text's own words decide; letters of Chinese, Japanese and Korean count three.
    package static let enoughLetters = 20

    /// The language of a text.
    ///
    /// `declared` is the feed's tag, `usual` the language of most of its longer articles. Only the first 4,096 bytes of
    /// the text count.
    package static func guess(of text: String, declared: String? = nil, usual: String? = nil) -> LanguageGuess {
        var guess = LanguageGuess(declared: declared)
        let scripts = LetterScripts(of: text)
        let (usual, declared) = (valid(usual), valid(declared))
        guard let script = scripts.main else {
            guess.take(usual, .usual)
            guess.take(declared, .declared)
            return guess
        }
        // A language that is never written in the text's letters cannot be the text's.
        let hints = [usual, declared].map { $0.flatMap { scripts.allows($0) ? $0 : nil } }
        if let certain = script.language(scripts, hints: hints.compactMap(\.self)) {
            (guess.ofText, guess.language, guess.evidence) = (certain, certain, .script)
            return guess
        }
        let evidence = LanguageEvidence(of: text, script: script)
        guess.ofText = evidence.best
        if scripts.letters < enoughLetters { guess.take(hints[0], .usual) }
        let chosen = evidence.best(usual: hints[0], declared: hints[1], letters: scripts.letters)
        guess.take(chosen, chosen == guess.ofText ? .words : chosen == hints[0].map(base) ? .usual : .declared)
        guess.take(hints[0], .usual)
        guess.take(hints[1], .declared)
        return guess
    }

    /// The first part of a BCP 47 tag, in lower case.
    package static func base(_ tag: String) -> String {
        String(tag.lowercased().prefix { $0 != "-" && $0 != "_" })
    }

    /// The tag, if it may be a language: "und", "mul" and free text are none.
    private static func valid(_ tag: String?) -> String? {
        guard let tag else { return nil }
        let base = base(tag)
        let isCode = (2...3).contains(base.utf8.count) && base.utf8.allSatisfy { (0x61...0x7A).contains($0) }
        return isCode && !["und", "un", "mul", "zxx", "mis"].contains(base) ? tag : nil
    }

    private mutating func take(_ tag: String?, _ source: Evidence) {
        guard language == nil, let tag else { return }
        language = tag.lowercased().hasPrefix("zh-hant") ? "zh-Hant" : Self.base(tag)
        evidence = source
    }
}
