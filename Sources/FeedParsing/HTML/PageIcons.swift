/// Chooses the icon of a page that looks best at a small size.
struct PageIcons {
    /// In pixels; larger icons cost more without looking better.
    private static let enough = 256

    private var chosen: (url: String, rank: Int)?

    var best: String? { chosen?.url }

    /// `sizes` is `16x16 32x32` or `any` (HTML, section 4.6.7.8).
    mutating func offer(_ url: String, _ relations: [Substring], sizes: String?, type: String?) {
        guard url.hasPrefix("http://") || url.hasPrefix("https://") || !URLReference.isAbsolute(url) else { return }
        let isIcon = relations.contains("icon")
        guard isIcon || relations.contains(where: { $0.hasPrefix("apple-touch-icon") }) else { return }
        let declared = (sizes ?? "").lowercased().split(separator: " ").compactMap { size in
            size == "any" ? Self.enough : Int(size.prefix { $0.isNumber })
        }.max()
        let isDrawing = type?.lowercased().holds("svg") == true || url.lowercased().hasSuffix(".svg")
        let size = declared ?? (isDrawing ? Self.enough : 16)
        // Touch icons are used only if the page has no other.
        let rank = (isIcon ? 1_000 : 0) + (size <= Self.enough ? size : 1)
        if rank > chosen?.rank ?? -1 { chosen = (url, rank) }
    }
}
