import Testing

@testable import NewsModel

@Suite struct StoryNamingTests {
    private let naming = StoryNaming(secret: 0..<16)

    @Test(arguments: [
        0, 1, 18, 19, 20, 550, 551, 552, 1_000_000, 389_711_830, 389_711_831, 1_763_000_000_000, Int64.max,
    ])
    func `a name leads back to its story`(id: Int64) {
        let story = StoryID(rawValue: id)
        #expect(naming.story(named: naming.name(for: story)) == story)
    }

    @Test func `ten thousand stories have ten thousand short names, and none tells of the next`() {
        let names = (0..<10_000).map { naming.name(for: StoryID(rawValue: $0)) }
        #expect(Set(names).count == 10_000)
        #expect(names.allSatisfy { $0.count == 7 })
        let neighbours = zip(names, names.dropFirst()).count { $0.prefix(4) == $1.prefix(4) }
        #expect(neighbours < 20)
    }

    @Test func `another installation has other names`() {
        let other = StoryNaming(secret: 1..<17)
        let same = (0..<1_000).count { id in
            naming.name(for: StoryID(rawValue: id)) == other.name(for: StoryID(rawValue: id))
        }
        #expect(same < 5)
    }

    @Test(arguments: ["", "#", "#3", "3", "#k", "#a7", "#k7f!", "#k7f", "#k70", "#zzzzzzzzzzzzzzz", "hello world"])
    func `what is not a name means no story`(text: String) {
        #expect(naming.story(named: text) == nil)
    }

    @Test func `names by counting are understood as far as they were given`() {
        let naming = StoryNaming(secret: 0..<16, lastCounted: 4_711)
        #expect(naming.story(named: "#c0") == StoryID(rawValue: 1))
        #expect(naming.story(named: "b1") == StoryID(rawValue: 19))
        #expect(naming.story(named: "#b10") == nil)
        #expect(naming.story(named: "#zzzz") == nil)
    }

    @Test func `case and the sign do not matter`() {
        let name = naming.name(for: StoryID(rawValue: 4711))
        #expect(naming.story(named: name.uppercased()) == StoryID(rawValue: 4711))
        #expect(naming.story(named: String(name.dropFirst())) == StoryID(rawValue: 4711))
    }

    @Test func `the hash is SipHash-2-4`() {
        // The authors' own test vectors: key and message are the bytes 0, 1, 2 ….
        let (first, second): (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
        #expect(SipHash.hash([first, second, 16 << 56], [first, second]) == 0x3f2a_cc7f_57c2_9bdb)
        let bytes = Array(UInt8(0)..<16)
        #expect(SipHash.hash(bytes, SipHash.keys(bytes)) == 0x3f2a_cc7f_57c2_9bdb)
        #expect(SipHash.hash(bytes.dropLast(), SipHash.keys(bytes)) == 0xa129_ca61_49be_45e5)
    }

    @Test func `a maker's mark is the account's under this installation's secret, and no other's`() {
        let (one, other) = (Array(UInt8(0)..<16), Array(UInt8(1)..<17))
        let alice = Identity(network: "testnet", account: "alice")
        #expect(MakerMark(of: alice, secret: one) == MakerMark(of: alice, secret: one))
        #expect(MakerMark(of: alice, secret: one) != MakerMark(of: alice, secret: other))
        let marks = [("testnet", "bob"), ("other", "alice"), ("testneta", "lice")].map { network, account in
            MakerMark(of: Identity(network: network, account: account), secret: one)
        }
        #expect(Set(marks + [MakerMark(of: alice, secret: one)]).count == 4)
    }
}
