import NewsModel

/// A part of a headline that can be left out, with all that another part must share to stand there.
struct QuizGap: Hashable {
    var kind: QuizQuestion.Kind
    var text: String
    var range: Range<String.Index>
    /// What another one must have in common to be of the same sort and to fit the sentence.
    var fit: Fit

    struct Fit: Hashable {
        var kind: QuizQuestion.Kind
        var language: String
        /// One word, or several.
        var isOneWord: Bool
        /// The word before it whose form depends on it, folded; empty for none.
        var article: String
        /// Whether it is written in capitals only.
        var isAcronym = false
        /// For words: whether it ends like a plural.
        var isPlural = false
        /// For words: the folded word after it; empty for none.
        var next = ""
        /// "person", "product"… by the analysis; for places their rank.
        var sort = ""
    }
}

/// Finds the gaps of headlines.
struct QuizGaps {
    let archive: QuizArchive
    let places: QuizPlaces
    /// Words in names of firms.
    let firms: Set<String>

    /// The parts that may be left out, in the order of the headline.
    func gaps(of entry: QuizArchive.Entry, _ words: QuizWords) -> [QuizGap] {
        names(entry, words) + numbers(entry) + dates(entry, words) + nouns(entry, words)
    }

    // MARK: - Names

    private func names(_ entry: QuizArchive.Entry, _ words: QuizWords) -> [QuizGap] {
        guard words.namesFit else { return [] }
        var found: [QuizGap] = []
        let showsGender = words.showsGender(entry.headline.title)
        let placed = entry.headline.places.compactMap { entry.headline.name(of: $0) }
        for place in entry.headline.places {
            guard let name = entry.headline.name(of: place), let rank = places.rank(of: place),
                !places.isAmbiguous(name),
                // "Perth, Western Australia" says which one it is.
                !place.names.dropFirst().contains(where: { QuizArchive.has($0, in: entry.plainTitle) }),
                isSurePlace(name, entry),
                let gap = name.count > 1 ? self.name(name, .place, rank, entry, words) : nil
            else { continue }
            found.append(gap)
        }
        for thing in entry.headline.facts.things where thing.isShown && !placed.contains(thing.name) {
            let kind: QuizQuestion.Kind
            switch thing.kind {
            case "person" where showsGender || isFirm(thing.name): continue
            case "person": kind = .person
            case "organisation": kind = .organisation
            case "product", "event", "work": kind = .thing
            default: continue
            }
            if let gap = name(thing.name, kind, thing.kind, entry, words) { found.append(gap) }
        }
        return found.filter { gap in found.count { $0.range.overlaps(gap.range) } == 1 }
    }

    /// Whether a name must mean a place: "Turkey crosses the road" may be about a bird.
    ///
    /// A word that stands somewhere without a capital is no sure name, and at the beginning a capital shows none.
    private func isSurePlace(_ name: String, _ entry: QuizArchive.Entry) -> Bool {
        guard !name.contains(" "), !name.contains(where: QuizText.isIdeographic) else { return true }
        guard !archive.isSmall(name) else { return false }
        guard entry.text.pieces.first?.folded == QuizText.folded(name) else { return true }
        return QuizArchive.count(name, in: entry.plain) > 1
    }

    /// Whether a name has a word that only firms have in theirs.
    private func isFirm(_ name: String) -> Bool {
        name.split { !QuizText.isPart($0) }.contains { firms.contains(QuizText.folded(String($0))) }
    }

    private func name(
        _ name: String,
        _ kind: QuizQuestion.Kind,
        _ sort: String,
        _ entry: QuizArchive.Entry,
        _ words: QuizWords
    ) -> QuizGap? {
        let text = entry.text
        guard (2...40).contains(name.count), !name.contains(where: \.isNumber), let range = text.range(of: name) else {
            return nil
        }
        let isSpaced = !name.contains(where: QuizText.isIdeographic)
        let before = text.piece(before: range.lowerBound)
        let after = text.piece(after: range.upperBound)
        let isOneWord = !name.contains(" ")
        if isSpaced {
            guard name.first?.isUppercase == true, name.split(separator: " ").last?.count != 1 else { return nil }
            guard kind != .person || archive.isSureName(name) && (isOneWord || name != name.uppercased()) else {
                return nil
            }
            // "Louis C.K.", "Rep. Smith", "Google (GOOG)".
            let rest = text.text[range.upperBound...]
            if rest.first == ".", rest.contains(where: QuizText.isPart) { return nil }
            if rest.hasPrefix(" ("), rest.dropFirst(2).first?.isUppercase == true { return nil }
            let isLonger = isPartOfLongerName(kind, range, before, after, text, words)
            if isLonger { return nil }
        }
        // In a title of capitals only whole names of people are sure.
        if text.isTitleCase, isSpaced, kind != .person || isOneWord { return nil }
        let article = before.map { text.pieces[$0] }.flatMap { piece in
            isDirect(piece.range.upperBound, range.lowerBound, text) && words.articles.contains(piece.folded)
                ? piece.folded : nil
        }
        return QuizGap(
            kind: kind,
            text: name,
            range: range,
            fit: QuizGap.Fit(
                kind: kind,
                language: entry.language,
                isOneWord: isOneWord,
                article: article ?? elision(before: range.lowerBound, text),
                isAcronym: isSpaced && isOneWord && name.count > 1 && name == name.uppercased(),
                sort: sort
            )
        )
    }

    /// Whether the words beside a name belong to it, too: "Harbour" is no name in "Harbour Times opens".
    private func isPartOfLongerName(
        _ kind: QuizQuestion.Kind,
        _ range: Range<String.Index>,
        _ before: Int?,
        _ after: Int?,
        _ text: QuizText,
        _ words: QuizWords
    ) -> Bool {
        // German nouns have capitals, so neighbours show nothing there.
        if let after, text.pieces[after].isCapital,
            isDirect(range.upperBound, text.pieces[after].range.lowerBound, text)
        {
            if !text.isTitleCase { return true }
        }
        guard let before, !text.isTitleCase, kind != .person, words.language != "de" else { return false }
        let piece = text.pieces[before]
        guard isDirect(piece.range.upperBound, range.lowerBound, text) else { return false }
        return piece.isCapital && !words.articles.contains(piece.folded) && !isFirstWord(before, piece, words)
    }

    private func isFirstWord(_ index: Int, _ piece: QuizText.Piece, _ words: QuizWords) -> Bool {
        index == 0 && QuizText.content(piece.text, words.language).isEmpty
    }

    func isDirect(_ end: String.Index, _ start: String.Index, _ text: QuizText) -> Bool {
        end <= start && text.text[end..<start] == " "
    }

    /// "d’", "l’" and the like, which stand before vowels only; "an" is an article.
    private func elision(before place: String.Index, _ text: QuizText) -> String {
        let before = text.text[..<place]
        guard let sign = before.last, "'’".contains(sign) else { return "" }
        return QuizText.folded(String(before.reversed().prefix { $0 != " " }.reversed()))
    }

    // MARK: - Numbers

    private func numbers(_ entry: QuizArchive.Entry) -> [QuizGap] {
        let text = entry.text
        return entry.headline.facts.numbers.compactMap { number in
            // As it is written in the title: "40,000" of "40,000 trees".
            let digits = number.text.drop { !$0.isNumber }.prefix { $0.isNumber || ".,".contains($0) }
            let shown = String(digits.last.map { ".,".contains($0) } == true ? digits.dropLast() : digits)
            // "Version 1.2" counts nothing.
            guard number.nouns.first?.hasPrefix("<") != true || !number.unit.isEmpty else { return nil }
            guard shown.allSatisfy({ $0.isASCII }), let range = text.range(of: shown), number.value != 1 else {
                return nil
            }
            if text.pieces.count(where: { $0.folded.contains(shown) }) > 1 { return nil }
            let isSpaced = !text.text.contains(where: QuizText.isIdeographic)
            let before = text.piece(before: range.lowerBound)
            // "10 ways to…" is a list, "iPhone 17" a name.
            guard before != nil || !isSpaced else { return nil }
            if let before {
                let piece = text.pieces[before]
                // "iOS 8", "Mach 3" and "Linux 7", but not "Mayor: 3" and "About 30".
                let isName =
                    piece.text.contains(where: \.isUppercase)
                    && (before > 0 || !piece.isCapital || text.isTitleCase || !isPlain(piece, entry))
                if isName, isDirect(piece.range.upperBound, range.lowerBound, text) { return nil }
                if piece.isNumber, isDirect(piece.range.upperBound, range.lowerBound, text) { return nil }
            }
            if isBesideModel(range, before, text) { return nil }
            if range.lowerBound > text.text.startIndex,
                "-–/:.+−#№'’‘\"“„«".contains(text.text[text.text.index(before: range.lowerBound)])
            {
                return nil
            }
            return QuizGap(
                kind: .number,
                text: shown,
                range: range,
                fit: .init(kind: .number, language: entry.language, isOneWord: true, article: "", sort: number.unit)
            )
        }
    }

    /// Whether a word or sign joins the number to a name with digits: "A380 and 787 planes", "787 or A380".
    private func isBesideModel(_ range: Range<String.Index>, _ before: Int?, _ text: QuizText) -> Bool {
        let after = text.piece(after: range.upperBound)
        let beside = [before, before.map { $0 - 1 }, after, after.map { $0 + 1 }].compactMap(\.self)
        return beside.filter(text.pieces.indices.contains).map { text.pieces[$0].text }.contains { name in
            name.contains(where: \.isNumber) && name.first?.isUppercase == true
        }
    }

    /// Whether the first word of a title is no name: it is a common one, or stands elsewhere without a capital.
    private func isPlain(_ piece: QuizText.Piece, _ entry: QuizArchive.Entry) -> Bool {
        archive.isSmall(piece.text) || QuizText.content(piece.text, entry.language).isEmpty && piece.text.count > 3
    }

    // MARK: - Words

    /// Nouns between an article and a word or sign that ends them: there every choice is a noun of the same form.
    private func nouns(_ entry: QuizArchive.Entry, _ words: QuizWords) -> [QuizGap] {
        let text = entry.text
        guard !text.isTitleCase else { return [] }
        return text.pieces.indices.dropFirst().compactMap { index in
            let (article, noun) = (text.pieces[index - 1], text.pieces[index])
            guard noun.isJoined, words.nouns.contains(article.folded), noun.text.count >= 4,
                noun.text.allSatisfy(\.isLetter), noun.isCapital == (words.language == "de"),
                !QuizText.content(noun.text, words.language).isEmpty, !words.vague.contains(noun.folded)
            else { return nil }
            var next = ""
            let rest = text.text[noun.range.upperBound...]
            if rest.contains(where: QuizText.isPart), !":;".contains(rest.first ?? " ") {
                guard index + 1 < text.pieces.count, text.pieces[index + 1].isJoined,
                    words.after.contains(text.pieces[index + 1].folded)
                else { return nil }
                next = text.pieces[index + 1].folded
            }
            guard text.pieces.count(where: { $0.folded == noun.folded }) == 1 else { return nil }
            return QuizGap(
                kind: .word,
                text: noun.text,
                range: noun.range,
                fit: .init(
                    kind: .word,
                    language: entry.language,
                    isOneWord: true,
                    article: article.folded,
                    isPlural: noun.folded.hasSuffix("s"),
                    next: next
                )
            )
        }
    }
}
