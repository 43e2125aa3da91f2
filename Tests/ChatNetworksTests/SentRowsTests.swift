import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

@Suite struct SentRowsTests {
    private func rows(_ state: KeptState) async throws -> SentRows {
        let rows = SentRows(network: "testnet", state: state)
        try await rows.load()
        return rows
    }

    /// Ids come from outside: these two differ in blanks alone.
    @Test func `rows of different texts are kept apart, whatever their ids hold`() async throws {
        let state = KeptState()
        let (one, other) = (PartKey.reply(to: "a b\nc", part: 1), PartKey.reply(to: "ab c", part: 1))
        try await rows(state).note(2, of: one)
        #expect(try await rows(state).count(of: one) == 2)
        #expect(try await rows(state).count(of: other) == 0)
        try await rows(state).note(nil, of: one)
        #expect(await state.values["saidRows"] == nil)
    }

    @Test func `rows that an early version stored are read`() async throws {
        let state = KeptState(["saidRows": "7-0 3\nreply-m1-1 2"])
        #expect(try await rows(state).count(of: .ledger(7)) == 3)
        #expect(try await rows(state).count(of: .reply(to: "m1", part: 1)) == 2)
    }
}
