import NewsModel
import Testing

@testable import ChatNetworks

@Suite struct EventOutletTests {
    @Test func `whoever appears after a netsplit crowds out nothing that is said`() async {
        let outlet = EventOutlet()
        for number in 0..<20_000 { outlet.hint(.appeared(account: "p\(number)")) }
        for number in 0..<1_000 { outlet.report(.joined(room: "#\(number)")) }
        outlet.finish()
        var joined = 0
        for await event in outlet.events { if case .joined = event { joined += 1 } }
        #expect(joined == 1_000)
    }

    @Test func `when the reader has caught up hints are told again`() async {
        let outlet = EventOutlet()
        for number in 0..<20_000 { outlet.hint(.appeared(account: "p\(number)")) }
        var reader = outlet.events.makeAsyncIterator()
        for _ in 0..<2_100 { _ = await reader.next() }
        for number in 0..<200 { outlet.hint(.appeared(account: "late\(number)")) }
        outlet.finish()
        var accounts: [String] = []
        while let event = await reader.next() {
            if case .appeared(let account) = event { accounts.append(account) }
        }
        #expect(accounts.count { $0.hasPrefix("late") } > 100)
    }
}
