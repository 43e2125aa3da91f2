import Testing

@testable import IRCClient

/// Two processes with one account: whatever they hear in whatever order, one stays.
@Suite struct `Two processes with one account` {
    private static let start = ContinuousClock.now

    /// One process: how it met the other, and what it has decided.
    private struct Process {
        enum Meeting: CaseIterable { case asks, seesTheOtherCome, noticesNothing }

        var duplicates: DuplicateLogins
        var hasLeft = false
        /// Words on their way to the other, oldest first.
        var outbox: [DuplicateLogins.Signal] = []

        init(_ id: String, _ meeting: Meeting, isNew: Bool) {
            duplicates = DuplicateLogins(id: id, now: start)
            duplicates.begin(at: isNew ? start : start.advanced(by: .seconds(-60)))
            switch meeting {
            case .asks: perform(duplicates.ask("other", at: start))
            case .seesTheOtherCome: perform(duplicates.noteAppeared("other", at: start))
            case .noticesNothing: break
            }
        }

        mutating func hear(_ signal: DuplicateLogins.Signal) {
            if !hasLeft { perform(duplicates.hear(signal, from: "other", at: start)) }
        }

        private mutating func perform(_ actions: [DuplicateLogins.Action]) {
            for action in actions {
                switch action {
                case .ask: outbox.append(.question(id: duplicates.id))
                case .claim: outbox.append(.claim(id: duplicates.id))
                case .warn: break
                case .leave(_, let isIntroduced):
                    if !isIntroduced { outbox.append(.question(id: duplicates.id)) }
                    hasLeft = true
                }
            }
        }
    }

    /// Delivers the words in every order in which two connections can deliver them.
    private func ends(_ left: Process, _ right: Process, depth: Int = 0) -> Set<[Bool]> {
        guard depth < 12, !left.outbox.isEmpty || !right.outbox.isEmpty else { return [[left.hasLeft, right.hasLeft]] }
        var found: Set<[Bool]> = []
        if let signal = left.outbox.first {
            var (left, right) = (left, right)
            left.outbox.removeFirst()
            right.hear(signal)
            found.formUnion(ends(left, right, depth: depth + 1))
        }
        if let signal = right.outbox.first {
            var (left, right) = (left, right)
            right.outbox.removeFirst()
            left.hear(signal)
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
        var duplicates = DuplicateLogins(id: "a", now: Self.start)
        #expect(duplicates.hear(.question(id: "a"), from: "other", at: Self.start) == [])
        #expect(duplicates.hear(.claim(id: "a"), from: "other", at: Self.start) == [])
    }

    @Test func `who does not answer is asked once and waited for five seconds`() {
        var duplicates = DuplicateLogins(id: "a", now: Self.start)
        #expect(duplicates.ask("other", at: Self.start) == [.ask(nick: "other")])
        #expect(duplicates.ask("other", at: Self.start) == [])
        #expect(duplicates.nextDeadline == Self.start.advanced(by: .seconds(5)))
        duplicates.advance(to: Self.start.advanced(by: .seconds(4)))
        #expect(duplicates.isAsking)
        duplicates.advance(to: Self.start.advanced(by: .seconds(5)))
        #expect(!duplicates.isAsking && duplicates.nextDeadline == nil)
    }

    @Test func `the same process is warned of once, and told again at a limited rate`() {
        var duplicates = DuplicateLogins(id: "a", now: Self.start)
        var actions: [DuplicateLogins.Action] = []
        for second in 0..<20 {
            let now = Self.start.advanced(by: .seconds(second))
            actions += duplicates.hear(.question(id: "b"), from: "other", at: now)
        }
        #expect(actions.count { $0 == .warn(nick: "other") } == 1)
        #expect((3...5).contains(actions.count { $0 == .claim(nick: "other") }))
    }

    @Test(arguments: ["", " ", "A", "a b", "ä", String(repeating: "a", count: 33), "a\u{2}"])
    func `what is no id is no signal`(argument: String) {
        #expect(DuplicateLogins.Signal(argument: argument, isNotice: true) == nil)
    }

    @Test func `strangers' words use up no checks of those with a nick like ours, and one nick is checked once`() {
        var duplicates = DuplicateLogins(id: "a", now: Self.start)
        let wait = Duration.seconds(20)
        let strangers = (0..<50).map { duplicates.mayCheck("s\($0)", isNamesake: false, for: wait, at: Self.start) }
        let moments = [0, 599, 600].map { Self.start.advanced(by: .seconds($0)) }
        let namesake = moments.map { duplicates.mayCheck("crier_", isNamesake: true, for: wait, at: $0) }
        #expect(strangers.count { $0 } == 3)
        #expect(namesake == [true, false, true])
    }
}
