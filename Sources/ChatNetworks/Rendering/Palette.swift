import NewsModel

/// The colours of a meaning on each kind of screen.
///
/// `light` is shown on white, `dark` on the dark background of mails and documents. Each has a contrast of at least
/// 4.5 to 1 (WCAG 2.1, 1.4.3). Matrix clients use one colour for both, so `either` has at least 4 to 1 on both.
struct Palette: Sendable {
    /// The number of a mIRC colour (modern.ircdocs.horse/formatting).
    var irc: Int
    /// A SGR parameter of ECMA-48.
    var terminal: Int
    var light: String
    var dark: String
    var either: String

    /// Text and background colour of a square, the same on light and dark pages.
    struct Ground: Sendable {
        var ink: String
        var ground: String
    }

    /// The backgrounds of a page and of its preformatted text.
    static let lightGround = "#ffffff"
    static let darkGround = "#16181c"

    init(_ meaning: Meaning) {
        self =
            switch meaning {
            case .category(let category): Self.of(category)
            case .signal(let signal): Self.of(signal)
            case .square(let state): Self.of(state)
            case .own(let colour): Self(colour)
            }
    }

    init(_ irc: Int, _ terminal: Int, _ light: String, _ dark: String, _ either: String) {
        (self.irc, self.terminal, self.light, self.dark, self.either) = (irc, terminal, light, dark, either)
    }

    /// The colours of a square; nil for text.
    static func ground(_ meaning: Meaning) -> Ground? {
        guard case .square(let state) = meaning else { return nil }
        return switch state {
        case .right: Ground(ink: "#ffffff", ground: "#1b6e35")
        case .near: Ground(ink: "#ffffff", ground: "#8a5a00")
        case .wrong: Ground(ink: "#ffffff", ground: "#5f6368")
        case .empty: Ground(ink: "#202124", ground: "#dadce0")
        }
    }

    /// The CSS class of a meaning, such as `m-sports`.
    static func className(_ meaning: Meaning) -> String {
        switch meaning {
        case .category(let category): "m-" + category.rawValue
        case .signal(let signal): "m-" + signal.rawValue
        case .square(let state): "m-" + state.rawValue
        case .own: "m-own"
        }
    }

    /// The CSS rules of all meanings: those for light screens, and those for dark screens.
    static let styleSheet: (light: String, dark: String) = {
        let words = Meaning.allCases.filter { ground($0) == nil }
        let squares = Meaning.allCases.compactMap { meaning in
            ground(meaning).map { ".\(className(meaning)) { color: \($0.ink); background: \($0.ground); }" }
        }
        return (
            (words.map { ".\(className($0)) { color: \(Palette($0).light); }" } + squares).joined(separator: "\n"),
            words.map { ".\(className($0)) { color: \(Palette($0).dark) !important; }" }.joined(separator: "\n")
        )
    }()

    private static func of(_ category: NewsCategory) -> Palette {
        switch category {
        case .news: Palette(4, 31, "#b3261e", "#f2a09a", "#d74c42")
        case .sports: Palette(3, 32, "#1e6b34", "#81c995", "#2e8c4d")
        case .technology: Palette(12, 94, "#0b57d0", "#8ab4f8", "#377adf")
        case .investing: Palette(6, 35, "#6a3fa0", "#c9a7f5", "#9564ce")
        case .finance: Palette(7, 33, "#7a5200", "#f0c36d", "#9f741e")
        case .entertainment: Palette(13, 95, "#a1176b", "#f59bd0", "#cd4998")
        case .gaming: Palette(6, 34, "#5a3ec8", "#b9a8ff", "#7f69e0")
        case .food: Palette(5, 91, "#9a4a00", "#f6ae6b", "#bd641e")
        case .health: Palette(10, 36, "#00696e", "#6fd3d8", "#21888d")
        case .travel: Palette(11, 96, "#00658f", "#7fcdf5", "#1f83b6")
        }
    }

    private static func of(_ signal: NewsSignal) -> Palette {
        switch signal {
        case .breaking, .trouble: Palette(4, 31, "#b3261e", "#f2a09a", "#d74c42")
        case .alert: Palette(7, 33, "#9a4a00", "#f6ae6b", "#bd641e")
        case .update: Palette(12, 94, "#0b57d0", "#8ab4f8", "#377adf")
        case .new: Palette(3, 32, "#1e6b34", "#81c995", "#2e8c4d")
        }
    }

    private static func of(_ state: SquareState) -> Palette {
        switch state {
        case .right: Palette(3, 32, "#1e6b34", "#81c995", "#2e8c4d")
        case .near: Palette(7, 33, "#7a5200", "#f0c36d", "#9f741e")
        case .wrong: Palette(14, 90, "#5f6368", "#a8adb3", "#777c82")
        case .empty: Palette(14, 90, "#5f6368", "#a8adb3", "#777c82")
        }
    }
}
