extension SudokuThinking {
    /// A digit's cells of a box all lie in one row or column, or those of a row or column all in one box.
    func lockedCandidates() -> SudokuStep? {
        for digit in 1...9 {
            for unit in 0..<27 {
                let inside = cells(for: digit, in: unit)
                guard (2...3).contains(inside.count) else { continue }
                let others = unit < 18 ? [18..<27] : [0..<18]
                for other in others.joined() {
                    guard inside.allSatisfy({ SudokuLayout.unitsOf[$0].contains(other) }) else { continue }
                    let rest = SudokuLayout.units[other].filter { !inside.contains($0) }
                    let ruledOut = found(1 << digit, in: rest)
                    guard !ruledOut.isEmpty else { continue }
                    return SudokuStep(
                        technique: .lockedCandidates,
                        digits: [digit],
                        cells: inside.map(SudokuCell.init),
                        units: [SudokuLayout.name(of: unit), SudokuLayout.name(of: other)],
                        ruledOut: ruledOut
                    )
                }
            }
        }
        return nil
    }

    /// Two or three cells of a unit that have only two or three digits between them.
    func nakedSet(_ size: Int) -> SudokuStep? {
        for unit in 0..<27 {
            let open = SudokuLayout.units[unit].filter { (2...size).contains(candidates[$0].nonzeroBitCount) }
            guard open.count >= size else { continue }
            for chosen in Self.choices(of: size, from: open) {
                let mask = chosen.reduce(0) { $0 | candidates[$1] }
                guard mask.nonzeroBitCount == size else { continue }
                let ruledOut = found(mask, in: SudokuLayout.units[unit].filter { !chosen.contains($0) })
                guard !ruledOut.isEmpty else { continue }
                return SudokuStep(
                    technique: size == 2 ? .nakedPair : .nakedTriple,
                    digits: Self.digits(mask),
                    cells: chosen.map(SudokuCell.init),
                    units: [SudokuLayout.name(of: unit)],
                    ruledOut: ruledOut
                )
            }
        }
        return nil
    }

    /// Two or three digits that have only two or three cells of a unit between them.
    func hiddenSet(_ size: Int) -> SudokuStep? {
        for unit in 0..<27 {
            let places = (1...9).map { cells(for: $0, in: unit) }
            let open = (1...9).filter { (1...size).contains(places[$0 - 1].count) }
            guard open.count >= size else { continue }
            for chosen in Self.choices(of: size, from: open) {
                let inside = Set(chosen.flatMap { places[$0 - 1] })
                guard inside.count == size else { continue }
                let mask = chosen.reduce(UInt16(0)) { $0 | 1 << $1 }
                let ruledOut = found(0x3fe & ~mask, in: inside.sorted())
                guard !ruledOut.isEmpty else { continue }
                return SudokuStep(
                    technique: size == 2 ? .hiddenPair : .hiddenTriple,
                    digits: chosen,
                    cells: inside.sorted().map(SudokuCell.init),
                    units: [SudokuLayout.name(of: unit)],
                    ruledOut: ruledOut
                )
            }
        }
        return nil
    }
}
