extension NetworkTraits {
    /// A person's name for a line that is not meant to call them.
    ///
    /// Where clients look for their user's name in each line, an invisible joiner (U+2060) stands inside it; it is
    /// ignored in commands, so a copied name still works.
    package func quiet(_ name: String) -> String {
        guard callsByName, let first = name.first else { return name }
        return String(first) + "\u{2060}" + name.dropFirst()
    }
}
