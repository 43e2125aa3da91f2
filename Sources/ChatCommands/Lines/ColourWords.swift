internal import NewsModel

/// Reads the colour behind the name of a category.
extension Arguments {
    /// Removes a colour from the end, and the word `colour` before it; nil if there is none.
    ///
    /// - Parameter refusal: the error for what stands behind `colour` and is none.
    mutating func takeColour(orThrow refusal: (CommandWord) -> CommandError) throws -> OwnColour? {
        guard words.count > 1, let last = words.last else { return nil }
        let isMeant = words.count > 2 && words[words.count - 2].isColour
        let colour = isMeant || !last.isQuoted ? OwnColour(last.value) : nil
        guard let colour else {
            // `category add Chess colour` lacks it.
            if isMeant || last.isColour { throw refusal(last) }
            return nil
        }
        let count = words.count
        remove(count - (isMeant ? 2 : 1)...count - 1)
        return colour
    }
}

extension CommandWord {
    fileprivate var isColour: Bool { ["colour", "color"].contains(keyword) }
}
