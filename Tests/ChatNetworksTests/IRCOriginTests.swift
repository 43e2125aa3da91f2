import Testing

@testable import ChatNetworks

@Suite struct IRCOriginTests {
    @Test(arguments: [
        ("~u@Host.example", "host.example"), ("~other@host.example", "host.example"), ("u@192.0.2.7", "192.0.2.7"),
        ("u@2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("u@2001:db8:1:2::ffff", "2001:db8:1:2::"),
        ("u@user/alice", "user/alice"), ("u@47fx:2gqz:i3jc:8b2q.ip", "2gqz:i3jc:8b2q.ip"),
    ])
    func `a guest is from a host, whatever user name and address within a network`(userHost: String, origin: String) {
        #expect(IRCIdentity.origin(ofUserHost: userHost) == origin)
    }

    @Test func `who shows no host is from nowhere`() {
        #expect(IRCIdentity.origin(ofUserHost: "") == nil)
        #expect(IRCIdentity.origin(ofUserHost: "alice") == nil)
    }
}
