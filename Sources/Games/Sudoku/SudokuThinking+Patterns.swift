extension SudokuThinking {
    /// A digit's cells in two (X-wing) or three (swordfish) rows lie in as many columns; or the other way round.
    func fish(_ size: Int) -> SudokuStep? {
        for digit in 1...9 {
            for (base, cover) in [(0..<9, 9..<18), (9..<18, 0..<9)] {
                let lines = base.map { ($0, cells(for: digit, in: $0)) }.filter { (2...size).contains($0.1.count) }
                guard lines.count >= size else { continue }
                for chosen in Self.choices(of: size, from: lines) {
                    let inside = chosen.flatMap(\.1)
                    let crossed = cover.filter { line in inside.contains { SudokuLayout.unitsOf[$0].contains(line) } }
                    guard crossed.count == size else { continue }
                    let rest = crossed.flatMap { SudokuLayout.units[$0] }.filter { !inside.contains($0) }
                    let ruledOut = found(1 << digit, in: rest)
                    guard !ruledOut.isEmpty else { continue }
                    return SudokuStep(
                        technique: size == 2 ? .xWing : .swordfish,
                        digits: [digit],
                        cells: inside.sorted().map(SudokuCell.init),
                        units: (chosen.map(\.0) + crossed).map(SudokuLayout.name(of:)),
                        ruledOut: ruledOut
                    )
                }
            }
        }
        return nil
    }

    /// The most cells of a chain; longer ones are no fun to follow.
    private static let longestChain = 9

    /// Cells of two digits, each seeing the next and sharing a digit with it (an XY-chain); the shortest there is.
    ///
    /// If the first does not hold a digit, the last does, so no cell that sees both can.
    func chain() -> SudokuStep? {
        let pairs = (0..<81).filter { candidates[$0].nonzeroBitCount == 2 }
        var best: SudokuStep?
        for start in pairs {
            for digit in Self.digits(candidates[start]) {
                let most = (best?.cells.count ?? Self.longestChain + 1) - 1
                if let found = chain(from: start, without: digit, pairs, most: most) { best = found }
            }
        }
        return best
    }

    /// What holds if a cell does not hold a digit: one link after another, nearest first.
    private struct Link {
        var cell: Int
        /// The digit that the cell must hold then.
        var digit: Int
        var previous: Int?
        var length: Int
    }

    private func chain(from start: Int, without digit: Int, _ pairs: [Int], most: Int) -> SudokuStep? {
        var links = [Link(cell: start, digit: other(digit, at: start), previous: nil, length: 1)]
        var seen: Set<[Int]> = [[start, links[0].digit]]
        var index = 0
        while index < links.count {
            let link = links[index]
            if link.digit == digit, link.length >= 3, link.cell != start {
                let both = SudokuLayout.peers[start].filter { SudokuLayout.sees($0, link.cell) }
                let ruledOut = found(1 << digit, in: both)
                if !ruledOut.isEmpty {
                    let cells = Self.cells(to: index, of: links).map(SudokuCell.init)
                    return SudokuStep(technique: .chain, digits: [digit], cells: cells, ruledOut: ruledOut)
                }
            }
            if link.length < most {
                for next in pairs
                where candidates[next] & 1 << link.digit != 0 && SudokuLayout.sees(link.cell, next) {
                    let held = other(link.digit, at: next)
                    guard seen.insert([next, held]).inserted else { continue }
                    links.append(Link(cell: next, digit: held, previous: index, length: link.length + 1))
                }
            }
            index += 1
        }
        return nil
    }

    private static func cells(to index: Int, of links: [Link]) -> [Int] {
        var cells: [Int] = []
        var next: Int? = index
        while let current = next {
            cells.append(links[current].cell)
            next = links[current].previous
        }
        return cells.reversed()
    }

    /// The other of a cell's two digits.
    private func other(_ digit: Int, at cell: Int) -> Int {
        (candidates[cell] & ~(1 << UInt16(digit))).trailingZeroBitCount
    }
}
