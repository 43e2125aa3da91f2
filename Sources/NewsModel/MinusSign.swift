extension Character {
    /// Whether it is typed as the minus of a number: `-`, `−`, `－`, and the dashes that keyboards put in their place.
    package var isMinus: Bool {
        self == "\u{2212}" || unicodeScalars.first?.properties.generalCategory == .dashPunctuation
    }
}

extension StringProtocol {
    /// Whether it begins with a minus and the digits of a number right behind it.
    package var beginsWithNegativeNumber: Bool {
        first?.isMinus == true && dropFirst().first?.isNumber == true
    }
}
