/// A line that is meant for the bot.
struct AddressedLine: Hashable {
    enum Manner: Hashable {
        /// Said in private: no prefix is needed.
        case inPrivate
        /// `!verb`: distinctive verbs answer, generic ones only where a room enabled them.
        case byPrefix
        /// `crier: verb`, `crier, verb` or `!crier verb`: every verb answers.
        case byName
    }

    var text: String
    var manner: Manner
}

/// Which lines are meant for the bot in one place.
struct Addressing: Hashable {
    /// `!`, or the room's own.
    var prefix: String
    /// The bot's nick there and the name it was built with.
    var botNames: [String]
    var isPrivate: Bool

    /// The line without its address, or nil when it is other people's talk.
    func read(_ line: String) -> AddressedLine? {
        if let text = afterName(line) { return AddressedLine(text: text, manner: isPrivate ? .inPrivate : .byName) }
        if let text = afterPrefix(line) {
            if let inner = afterUmbrella(text) {
                return AddressedLine(text: inner, manner: isPrivate ? .inPrivate : .byName)
            }
            return AddressedLine(text: text, manner: isPrivate ? .inPrivate : .byPrefix)
        }
        return isPrivate ? AddressedLine(text: line, manner: .inPrivate) : nil
    }

    /// `crier: help`, `crier, help`, `@crier help`; the full-width signs of CJK keyboards count too.
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
        // "!!!" and "! no way" are people talking.
        guard let rest, let first = rest.first, first.isLetter || first.isNumber else { return nil }
        return rest.trimmed
    }

    private func afterUmbrella(_ text: String) -> String? {
        for name in botNames {
            guard let rest = text.droppingPrefix(name) else { continue }
            if rest.isEmpty { return "" }
            if let first = rest.first, first.isWhitespace { return rest.trimmed }
        }
        return nil
    }
}

extension StringProtocol {
    /// What follows the prefix, compared without regard to case; nil when it does not start so.
    fileprivate func droppingPrefix(_ prefix: String) -> Substring? {
        guard !prefix.isEmpty else { return nil }
        let head = self.prefix(prefix.count)
        guard head.lowercased() == prefix.lowercased() else { return nil }
        return Substring(dropFirst(prefix.count))
    }
}
