/// Words that people write in mails around commands, in all languages and in lower case.
package struct PeopleWords: Sendable {
    /// Subjects and first lines that end all mail to the sender, and those that resume it.
    package let stop: Set<String>
    package let resume: Set<String>

    /// The only words for ending mail that count between quoted lines.
    let quotedEndings: Set<String>

    /// Words for ending mail, and polite words around them: `please unsubscribe me from this list`.
    let endings: Set<String>
    let pleading: Set<String>

    /// The same for scripts without spaces: phrases, letters around them, letters that negate a phrase, and letters
    /// that may stand between a negation and the phrase.
    let unspacedEndings: [String]
    let unspacedPleading: Set<Character>
    let unspacedNegations: Set<Character>
    let unspacedBetween: Set<Character>

    /// Words for "yes", and words around them.
    let consents: Set<String>
    let politeness: Set<String>

    /// Words for "no".
    let refusals: Set<String>

    /// First words of a greeting, and names that may follow.
    let greetings: Set<String>
    let greeted: Set<String>

    /// Lines before a name: whole lines, and beginnings of lines.
    let closings: Set<String>
    let closingStarts: [String]

    /// Thanks that need no answer, split into words, and words around them.
    let thanks: [[Substring]]
    let aroundThanks: Set<String>

    /// Words before a command, after it, and after a command in the middle of a sentence.
    let beforeCommand: Set<String>
    let afterCommand: Set<String>
    let courtesies: Set<String>

    /// The first two words of footer lines that are not commands.
    let invitations: Set<String>

    /// Words of the small print below companies' mails.
    let smallPrint: [String]

    /// - Parameter list: returns the phrases of a name. Spaces at their ends are significant.
    package init(_ list: (_ name: String) -> [String]) {
        func letters(_ name: String) -> Set<Character> { Set(list(name).joined()) }
        stop = Set(list("stop"))
        resume = Set(list("resume"))
        quotedEndings = Set(list("quotedEndings"))
        endings = Set(list("endings"))
        pleading = Set(list("pleading"))
        unspacedEndings = list("unspacedEndings")
        unspacedPleading = letters("unspacedPleading")
        unspacedNegations = letters("unspacedNegations")
        unspacedBetween = letters("unspacedBetween")
        consents = Set(list("consents"))
        politeness = Set(list("politeness"))
        refusals = Set(list("refusals"))
        greetings = Set(list("greetings"))
        greeted = Set(list("greeted"))
        closings = Set(list("closings"))
        closingStarts = list("closingStarts")
        thanks = list("thanks").map { $0.split(separator: " ") }
        aroundThanks = Set(list("aroundThanks"))
        beforeCommand = Set(list("beforeCommand"))
        afterCommand = Set(list("afterCommand"))
        courtesies = Set(list("courtesies"))
        invitations = Set(list("invitations"))
        smallPrint = list("smallPrint")
    }
}
