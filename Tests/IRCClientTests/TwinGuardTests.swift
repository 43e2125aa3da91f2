import Testing

@testable import IRCClient

/// Two processes with one account: whatever they hear in whatever order, one stays.
@Suite struct `Two processes with one account` {
    private static let start = ContinuousClock.now

    /// One process: how it met the other, and what it has decided.
    private struct Process {
        enum Meeting: CaseIterable { case asks, seesTheOtherCome, noticesNothing }

        var twins: TwinGuard
        var hasLeft = false
        /// Words on their way to the other, oldest first.
        var outbox: [TwinGuard.Word] = []

        init(_ id: String, _ meeting: Meeting, isNew: Bool) {
            twins = TwinGuard(id: id, now: start)
            twins.begin(at: isNew ? start : start.advanced(by: .seconds(-60)))
            switch meeting {
            case .asks: perform(twins.ask("other", at: start))
            case .seesTheOtherCome: perform(twins.noteAppeared("other", at: start))
            case .noticesNothing: break
            }
        }

        mutating func hear(_ word: TwinGuard.Word) {
            if !hasLeft { perform(twins.hear(word, from: "other", at: start)) }
        }

        private mutating func perform(_ actions: [TwinGuard.Action]) {
            for action in actions {
                switch action {
                case .ask: outbox.append(.question(id: twins.id))
                case .claim: outbox.append(.claim(id: twins.id))
                case .warn: break
                case .leave(_, let isIntroduced):
                    if !isIntroduced { outbox.append(.question(id: twins.id)) }
                    hasLeft = true
                }
            }
        }
    }

    /// Delivers the words in every order in which two connections can deliver them.
    private func ends(_ left: Process, _ right: Process, depth: Int = 0) -> Set<[Bool]> {
        guard depth < 12, !left.outbox.isEmpty || !right.outbox.isEmpty else { return [[left.hasLeft, right.hasLeft]] }
        var found: Set<[Bool]> = []
        if let word = left.outbox.first {
            var (left, right) = (left, right)
            left.outbox.removeFirst()
            right.hear(word)
            found.formUnion(ends(left, right, depth: depth + 1))
        }
        if let word = right.outbox.first {
            var (left, right) = (left, right)
            right.outbox.removeFirst()
            left.hear(word)
            found.formUnion(ends(left, right, depth: depth + 1))
        }
        return found
    }

    @Test func `exactly one stays, in every order of their words`() {
        var cases = 0
        for left in Process.Meeting.allCases {
            for right in Process.Meeting.allCases where left != .noticesNothing || right != .noticesNothing {
                for (isLeftNew, isRightNew) in [(true, true), (true, false), (false, true), (false, false)] {
                    for end in ends(Process("a", left, isNew: isLeftNew), Process("b", right, isNew: isRightNew)) {
                        #expect(end.count { $0 } == 1, "\(left) \(right) \(isLeftNew) \(isRightNew)")
                        cases += 1
                    }
                }
            }
        }
        #expect(cases >= 32)
    }

    @Test(arguments: ["a", "z"])
    func `the one that has been there stays, whatever the ids`(newcomer: String) {
        let elder = Process("m", .noticesNothing, isNew: false)
        #expect(ends(elder, Process(newcomer, .asks, isNew: true)) == [[false, true]])
        let witness = Process("m", .seesTheOtherCome, isNew: false)
        #expect(ends(witness, Process(newcomer, .noticesNothing, isNew: true)) == [[false, true]])
        #expect(ends(witness, Process(newcomer, .asks, isNew: true)) == [[false, true]])
    }

    @Test func `of two that start at the same moment the one with the smaller id stays`() {
        #expect(ends(Process("a", .asks, isNew: true), Process("b", .asks, isNew: true)) == [[false, true]])
    }

    @Test func `a process does not mind its own words`() {
        var twins = TwinGuard(id: "a", now: Self.start)
        #expect(twins.hear(.question(id: "a"), from: "other", at: Self.start) == [])
        #expect(twins.hear(.claim(id: "a"), from: "other", at: Self.start) == [])
    }

    @Test func `who does not answer is asked once and waited for five seconds`() {
        var twins = TwinGuard(id: "a", now: Self.start)
        #expect(twins.ask("other", at: Self.start) == [.ask(nick: "other")])
        #expect(twins.ask("other", at: Self.start) == [])
        #expect(twins.nextDeadline == Self.start.advanced(by: .seconds(5)))
        twins.advance(to: Self.start.advanced(by: .seconds(4)))
        #expect(twins.isAsking)
        twins.advance(to: Self.start.advanced(by: .seconds(5)))
        #expect(!twins.isAsking && twins.nextDeadline == nil)
    }

    @Test func `the same process is warned of once, and told again at a limited rate`() {
        var twins = TwinGuard(id: "a", now: Self.start)
        var actions: [TwinGuard.Action] = []
        for second in 0..<20 {
            let now = Self.start.advanced(by: .seconds(second))
            actions += twins.hear(.question(id: "b"), from: "other", at: now)
        }
        #expect(actions.count { $0 == .warn(nick: "other") } == 1)
        #expect((3...5).contains(actions.count { $0 == .claim(nick: "other") }))
    }

    @Test(arguments: ["", " ", "A", "a b", "ä", String(repeating: "a", count: 33), "a\u{2}"])
    func `what is no id is no word`(argument: String) {
        #expect(TwinGuard.Word(argument: argument, isNotice: true) == nil)
    }

    @Test func `strangers' words use up no checks of those with a nick like ours, and one nick is checked once`() {
        var twins = TwinGuard(id: "a", now: Self.start)
        let wait = Duration.seconds(20)
        let strangers = (0..<50).map { twins.mayCheck("s\($0)", isNamesake: false, for: wait, at: Self.start) }
        let moments = [0, 599, 600].map { Self.start.advanced(by: .seconds($0)) }
        let namesake = moments.map { twins.mayCheck("crier_", isNamesake: true, for: wait, at: $0) }
        #expect(strangers.count { $0 } == 3)
        #expect(namesake == [true, false, true])
    }
}
