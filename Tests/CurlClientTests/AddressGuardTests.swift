import Testing

@testable import CurlClient

@Suite struct AddressGuardTests {
    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.9",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1",
        "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1",
        "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "::8.8.8.8",
        "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:0:1:1::f5ff:fffe", "2001:2::1",
        "2001:20::1", "2001:db8::1", "2002:7f00:1::1", "2002:a00:1::1", "2002:c0a8:101::", "3fff::1", "4000::1",
        "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "[::1]", "fec0::1", "ff02::1", "5f00::1",
    ])
    func `no address outside the public internet is reached`(_ text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(AddressGuard(allowed: []).refusal(of: address, port: 80) != nil)
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "169.253.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1", "192.167.0.1", "192.169.0.1",
        "198.17.0.1", "198.20.0.1", "223.255.255.255", "::ffff:8.8.8.8", "2001:4860:4860::8888", "2606:4700::1111",
        "2a00:1450::1", "64:ff9b::808:808", "2002:808:808::1",
    ])
    func `public addresses are reached`(_ text: String) throws {
        let address = try #require(IPAddress(text))
        for port: UInt16 in [80, 443, 8080, 8443] {
            #expect(AddressGuard(allowed: []).refusal(of: address, port: port) == nil)
        }
    }

    @Test(arguments: [0, 22, 25, 6379, 8081, 65535] as [UInt16])
    func `a public address is not asked on odd ports`(_ port: UInt16) throws {
        let address = try #require(IPAddress("8.8.8.8"))
        #expect(AddressGuard(allowed: []).refusal(of: address, port: port) == "port \(port) is not allowed")
    }

    @Test func `an allowed range opens every port of its addresses and nothing else`() throws {
        let ranges = try ["127.0.0.0/8", "fd00::/8", "10.1.2.3"].map { try #require(AddressRange($0)) }
        let addressGuard = AddressGuard(allowed: ranges)
        func isAllowed(_ text: String) throws -> Bool {
            addressGuard.refusal(of: try #require(IPAddress(text)), port: 12345) == nil
        }
        #expect(try isAllowed("127.9.9.9"))
        #expect(try isAllowed("::ffff:127.0.0.1"))
        #expect(try isAllowed("fd01::5"))
        #expect(try isAllowed("10.1.2.3"))
        #expect(try !isAllowed("10.1.2.4"))
        #expect(try !isAllowed("128.0.0.1"))
        #expect(try !isAllowed("fc00::1"))
        #expect(try !isAllowed("::1"))
    }

    @Test(arguments: [
        "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "10.0.0/8", "::/129",
        "example.org/8", "10.0.0.0/99999999999999999999",
    ])
    func `what is not a range is not read as one`(_ text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test func `everything of one family leaves the other alone`() throws {
        let v4 = try #require(AddressRange("0.0.0.0/0"))
        let v6 = try #require(AddressRange("::/0"))
        let loopback4 = try #require(IPAddress("127.0.0.1"))
        let loopback6 = try #require(IPAddress("::1"))
        #expect(v4.contains(loopback4) && !v4.contains(loopback6))
        #expect(v6.contains(loopback6) && !v6.contains(loopback4))
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("::ffff:1.2.3.4", "1.2.3.4"), ("2001:DB8:0:0::1", "2001:db8::1"), ("::", "::"),
    ])
    func `addresses are written in their short form`(_ text: String, _ written: String) {
        #expect(IPAddress(text)?.description == written)
    }
}
