import Foundation

extension QuizCheck {
    /// Whether a choice could be the answer by what it is, whatever the headline says.
    func isSameKind(_ choice: String, _ answer: String, _ question: CheckedQuestion) -> Bool {
        switch question.kind {
        case "number": isLikeNumber(choice, answer, question)
        case "date": choice.contains { $0.isNumber } == answer.contains { $0.isNumber } && choice.count > 1
        case "place": areAlike(placeRanks(choice), placeRanks(answer))
        case "person":
            isName(choice) && !isCountry(choice) && isOneWord(choice) == isOneWord(answer) && !isCompany(choice)
        case "organisation", "thing": isName(choice) && !isCountry(choice)
        case "word":
            choice.allSatisfy(\.isLetter) && choice.first?.isUppercase == answer.first?.isUppercase
                && choice.hasSuffix("s") == answer.hasSuffix("s")
        case "source": !Self.words(choice).isEmpty
        case "map": choice.first?.isUppercase == true
        case "first", "invented": choice.split(separator: " ").count > 3 || isUnspaced(choice)
        default: false
        }
    }

    /// The number of a text: the last sign with other than three digits after it begins the decimals.
    private func value(_ text: String) -> Double? {
        guard let sign = text.lastIndex(where: { ".,".contains($0) }) else { return Double(text) }
        let tail = text[text.index(after: sign)...]
        if tail.count == 3 { return Double(text.filter(\.isNumber)) }
        return Double(text[..<sign].filter(\.isNumber) + "." + tail)
    }

    private func isLikeNumber(_ choice: String, _ answer: String, _ question: CheckedQuestion) -> Bool {
        guard let wrong = value(choice), let right = value(answer), wrong > 0, wrong != 1 else { return false }
        let words = Self.words(question.after)
        let isClock = ["hours", "stunden"].contains(words.first) && right <= 24
        let isWeek = words.first == "days" && words.contains("week") && right <= 7
        if isClock && wrong > 24 || isWeek && wrong > 7 { return false }
        let after = question.after.drop { $0 == " " }.lowercased()
        let isPercent = ["%", "percent", "per cent", "prozent", "por ciento", "pour cent"].contains {
            after.hasPrefix($0)
        }
        if isPercent, right <= 100, wrong > 100 { return false }
        func decimals(_ text: String) -> Int { text.split { ".,".contains($0) }.dropFirst().last?.count ?? 0 }
        return wrong <= right * 5 + 5 && right <= wrong * 5 + 5
            && (decimals(choice) == decimals(answer) || decimals(answer) == 3 && wrong < 1_000)
    }

    /// What the gazetteer does not know by this name says nothing.
    private func areAlike(_ ranks: Set<String>, _ others: Set<String>) -> Bool {
        ranks.isEmpty || others.isEmpty || !ranks.isDisjoint(with: others)
    }

    private func isCountry(_ name: String) -> Bool { placeRanks(name).contains("country") }

    private func isName(_ text: String) -> Bool {
        isUnspaced(text) || text.contains { $0.isUppercase } && !text.contains { $0.isNumber }
    }

    /// A name that ends as those of firms do.
    private func isCompany(_ name: String) -> Bool {
        let ends = [
            "holding", "semiconductor", "bank", "group", "motors", "labs", "inc", "corp", "ltd", "plc", "gmbh", "ag",
            "industries", "technologies", "systems", "partners", "capital", "airlines", "energy", "media", "studios",
            "games", "software", "networks", "electronics", "foods", "pharma", "university", "institute", "foundation",
        ]
        return Self.words(name).last.map { last in ends.contains { last == $0 || last == $0 + "s" } } ?? false
    }

    private func isOneWord(_ text: String) -> Bool { !text.contains(" ") }

    private func isUnspaced(_ text: String) -> Bool { text.unicodeScalars.contains { $0.value > 0x2E80 } }

    // MARK: - Leaks

    func leaks(_ question: CheckedQuestion) -> Bool {
        switch question.kind {
        case "first", "invented": return false
        case "source":
            let shown = Self.words(question.before)
            return question.choices.contains { name in Self.words(name).contains { $0.count > 3 && shown.contains($0) }
            }
        case "map":
            let shown = Self.words(question.before).joined()
            return question.choices.contains { shown.contains(Self.words($0).joined()) }
        default:
            let shown = Self.words(question.before) + Self.words(question.after)
            let hasPart = question.choices.contains { choice in
                Self.has(choice, shown)
                    || question.kind != "number"
                        && Self.words(choice).contains { $0.count > 3 && shown.contains($0) }
            }
            return hasPart || isLooseDate(question) || grammarLeaks(question)
                || question.kind == "person" && genderLeaks(question)
        }
    }

    /// A day or month at the end, after a word that none of them follows in a statement.
    private func isLooseDate(_ question: CheckedQuestion) -> Bool {
        let before = [
            "en": [
                "on", "in", "by", "until", "till", "since", "from", "to", "of", "for", "before", "after", "through",
                "during", "between", "this", "next", "last", "every", "each", "early", "late", "mid", "around", "about",
            ],
            "de": [
                "am", "im", "an", "in", "bis", "seit", "ab", "vom", "zum", "vor", "nach", "von", "fur", "zwischen",
                "ende", "anfang", "mitte", "nachsten", "nachster", "kommenden", "diesen", "dieser", "jeden", "letzten",
                "vergangenen",
            ],
        ]
        guard question.kind == "date", let words = before[question.language],
            question.after.allSatisfy({ !$0.isLetter && !$0.isNumber })
        else { return false }
        return !words.contains(Self.words(question.before).last ?? "")
    }

    /// Words that tell if a person is a man or a woman.
    private func genderLeaks(_ question: CheckedQuestion) -> Bool {
        let telling: [String: [String]] = [
            "en": [
                "he", "she", "his", "her", "him", "woman", "man", "mother", "father", "wife", "husband", "actress",
                "actor", "sister", "brother", "daughter", "son", "queen", "king", "girl", "boy",
            ],
            "de": ["frau", "mann", "mutter", "vater", "tochter", "sohn", "sängerin", "schauspielerin"],
            "zh": ["她", "女", "妻", "丈夫", "母亲", "父亲"],
        ]
        let shown = Self.words(question.before) + Self.words(question.after)
        return (telling[question.language] ?? []).contains { word in
            question.language == "zh" ? shown.contains { $0.contains(word) } : shown.contains(word)
        }
    }

    /// "a" before a vowel, "an" before a consonant, and the French and Italian signs for it.
    private func grammarLeaks(_ question: CheckedQuestion) -> Bool {
        guard question.kind != "number" else { return false }
        let last = question.before.split(separator: " ").last.map(String.init)?.lowercased() ?? ""
        let isElided = "'’".contains(question.before.last ?? " ")
        guard isElided || question.language == "en" && ["a", "an"].contains(last) && question.before.hasSuffix(" ")
        else {
            return false
        }
        return Set(
            question.choices.map { choice in
                Self.words(choice).first?.first.map { "aeiouyh".contains($0) } ?? false
            }
        ).count > 1
    }
}
