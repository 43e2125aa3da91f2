/// Sizes as people write them: `500KB`, `200MB`, `10GB`, `1.5GB`, in thousands as disks are sold.
enum SizeText {
    /// Bytes; nil when it is no size, or one that no disk has.
    static func bytes(_ text: String) -> Int? {
        let units = [("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12), ("", 1)]
        let written = text.uppercased().filter { $0 != " " }
        guard let (unit, factor) = units.first(where: { written.hasSuffix($0.0) }),
            let count = Double(written.dropLast(unit.count)), count.isFinite, count >= 0, count * factor < 1e18,
            !unit.isEmpty || count == 0
        else { return nil }
        return Int(count * factor)
    }
}
