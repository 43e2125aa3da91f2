/// What a coloured word or square stands for.
///
/// Each renderer chooses the colour. Colour never carries a meaning alone: the words say it too, and each square also
/// has a mark.
package enum Meaning: Hashable, Sendable, Codable, CaseIterable {
    case category(NewsCategory)
    case signal(NewsSignal)
    case square(SquareState)
    /// A category of somebody's own, in the colour that they chose.
    case own(OwnColour)

    /// All but `own`, which has as many cases as there are colours.
    package static let allCases: [Meaning] =
        NewsCategory.allCases.map(category) + NewsSignal.allCases.map(signal) + SquareState.allCases.map(square)
}

/// The ten categories with a colour of their own.
package enum NewsCategory: String, Hashable, Sendable, Codable, CaseIterable {
    case news, sports, technology, investing, finance, entertainment, gaming, food, health, travel

    /// The category of a feed or source by its English name; nil for any other name.
    package init?(named name: String) { self.init(rawValue: name.lowercased()) }
}

/// Why a story or a line stands out.
package enum NewsSignal: String, Hashable, Sendable, Codable, CaseIterable {
    /// Several sources report it at the same time.
    case breaking
    /// An alert of the reader matched it.
    case alert
    /// It was sent before and has changed.
    case update
    /// The reader has not seen it yet.
    case new
    /// Something fails.
    case trouble
}

/// The state of one square of a game, or of an answer.
package enum SquareState: String, Hashable, Sendable, Codable, CaseIterable {
    case right
    /// Right elsewhere on the board.
    case near
    case wrong
    case empty
}
