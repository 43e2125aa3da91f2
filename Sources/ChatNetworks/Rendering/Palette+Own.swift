internal import Foundation
internal import NewsModel

/// The colours of a category that its owner chose, each as near to the choice as its contrast allows.
extension Palette {
    init(_ colour: OwnColour) {
        let chosen = Shade(colour)
        let (white, dark) = (Shade(hex: Self.lightGround), Shade(hex: Self.darkGround))
        self.init(
            Self.nearest(to: chosen, among: Self.mIRCColours),
            Self.nearest(to: chosen, among: Self.terminalColours),
            chosen.darkened { $0.contrast(to: white) >= 4.5 }.hex,
            chosen.lightened { $0.contrast(to: dark) >= 4.5 }.hex,
            chosen.adjusted { $0.contrast(to: white) >= 4.1 && $0.contrast(to: dark) >= 4.1 }.hex
        )
    }

    /// The mIRC colours that are readable on white and on black (modern.ircdocs.horse/formatting).
    private static let mIRCColours: [(Int, Shade)] = [
        (3, Shade(0, 147, 0)), (4, Shade(255, 0, 0)), (5, Shade(127, 0, 0)), (6, Shade(156, 0, 156)),
        (7, Shade(252, 127, 0)), (10, Shade(0, 147, 147)), (12, Shade(0, 0, 252)), (13, Shade(255, 0, 255)),
        (14, Shade(127, 127, 127)),
    ]

    /// The SGR colours of ECMA-48 with the shades that xterm gives them.
    private static let terminalColours: [(Int, Shade)] = [
        (31, Shade(205, 0, 0)), (32, Shade(0, 205, 0)), (33, Shade(205, 205, 0)), (94, Shade(92, 92, 255)),
        (35, Shade(205, 0, 205)), (36, Shade(0, 205, 205)), (90, Shade(127, 127, 127)), (91, Shade(255, 80, 0)),
    ]

    private static func nearest(to shade: Shade, among colours: [(Int, Shade)]) -> Int {
        colours.min { $0.1.distance(to: shade) < $1.1.distance(to: shade) }?.0 ?? colours[0].0
    }
}

/// A colour as red, green and blue of 0 to 1 (sRGB).
private struct Shade {
    var parts: [Double]

    init(_ red: Double, _ green: Double, _ blue: Double) { parts = [red / 255, green / 255, blue / 255] }

    init(_ colour: OwnColour) { self.init(Double(colour.red), Double(colour.green), Double(colour.blue)) }

    init(hex: String) { self.init(OwnColour(hex) ?? OwnColour(red: 0, green: 0, blue: 0)) }

    var hex: String {
        let bytes = parts.map { UInt8(min(max($0 * 255, 0), 255).rounded()) }
        return OwnColour(red: bytes[0], green: bytes[1], blue: bytes[2]).text
    }

    /// Relative luminance, 0 to 1 (WCAG 2.1).
    private var luminance: Double {
        let linear = parts.map { $0 <= 0.03928 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// Contrast ratio, 1 to 21 (WCAG 2.1).
    func contrast(to other: Shade) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    func distance(to other: Shade) -> Double { zip(parts, other.parts).map { ($0 - $1) * ($0 - $1) }.reduce(0, +) }

    /// Mixed with black (0) or white (1): `share` of it, 0 to 1.
    private func mixed(with other: Double, share: Double) -> Shade {
        var shade = self
        shade.parts = parts.map { $0 + (other - $0) * share }
        return shade
    }

    private static let steps = stride(from: 0, through: 1, by: 0.02)

    func darkened(until fits: (Shade) -> Bool) -> Shade {
        Self.steps.lazy.map { mixed(with: 0, share: $0) }.first(where: fits) ?? mixed(with: 0, share: 1)
    }

    func lightened(until fits: (Shade) -> Bool) -> Shade {
        Self.steps.lazy.map { mixed(with: 1, share: $0) }.first(where: fits) ?? mixed(with: 1, share: 1)
    }

    /// Darker or lighter, whichever changes it less.
    func adjusted(until fits: (Shade) -> Bool) -> Shade {
        for share in Self.steps {
            for end in [0.0, 1.0] {
                let shade = mixed(with: end, share: share)
                if fits(shade) { return shade }
            }
        }
        return self
    }
}
