/// A line that is addressed to the bot.
struct AddressedLine: Hashable {
    enum Manner: Hashable {
        /// Typed in private; no prefix is needed.
        case inPrivate
        /// `!verb`. Generic verbs need to be enabled in the room.
        case byPrefix
        /// `crier: verb`, `crier, verb` or `!crier verb`. Every verb is allowed.
        case byName
    }

    var text: String
    var manner: Manner
}

/// Decides which lines in a room or private chat are addressed to the bot.
struct Addressing: Hashable {
    /// `!`, or the room's own prefix.
    var prefix: String
    /// The bot's nick there, and its default name.
    var botNames: [String]
    var isPrivate: Bool

    /// The line without prefix or name; nil if it is not addressed to the bot.
    func read(_ line: String) -> AddressedLine? {
        if let text = afterName(line) { return AddressedLine(text: text, manner: isPrivate ? .inPrivate : .byName) }
        if let text = afterPrefix(line) {
            if let inner = afterBareName(text) {
                return AddressedLine(text: inner, manner: isPrivate ? .inPrivate : .byName)
            }
            return AddressedLine(text: text, manner: isPrivate ? .inPrivate : .byPrefix)
        }
        return isPrivate ? AddressedLine(text: line, manner: .inPrivate) : nil
    }

    /// The rest of `crier: help`, `crier, help` or `@crier help`.
    ///
    /// Full-width punctuation is accepted.
    private func afterName(_ line: String) -> String? {
        for name in botNames {
            if let rest = line.droppingPrefix(name), let sign = rest.first, ":,：，".contains(sign) {
                return rest.dropFirst().trimmed
            }
            if let rest = line.droppingPrefix("@" + name), let sign = rest.first.map({ ":,：， ".contains($0) }), sign {
                return rest.dropFirst().trimmed
            }
        }
        return nil
    }

    private func afterPrefix(_ line: String) -> String? {
        let rest = line.droppingPrefix(prefix) ?? (prefix == "!" ? line.droppingPrefix("！") : nil)
        // "!!!" and "! no way" are normal talk.
        guard let rest, let first = rest.first, first.isLetter || first.isNumber else { return nil }
        return rest.trimmed
    }

    private func afterBareName(_ text: String) -> String? {
        for name in botNames {
            guard let rest = text.droppingPrefix(name) else { continue }
            if rest.isEmpty { return "" }
            if let first = rest.first, first.isWhitespace { return rest.trimmed }
        }
        return nil
    }
}

extension StringProtocol {
    /// The text after the prefix, compared without case; nil if the text does not start with it.
    fileprivate func droppingPrefix(_ prefix: String) -> Substring? {
        guard !prefix.isEmpty else { return nil }
        let head = self.prefix(prefix.count)
        guard head.lowercased() == prefix.lowercased() else { return nil }
        return Substring(dropFirst(prefix.count))
    }
}
