import Foundation
import TestSupport
import Testing

/// `[[irc]] proxy`, from the configuration to the channel.
@Suite(
    .timed,
    .enabled(
        if: InspIRCdServer.isInstalled && SOCKSProxy.isInstalled,
        "inspircd or microsocks is not installed: skipped"
    )
)
struct IRCProxyLiveTests {
    @Test func `a network is joined through a proxy whose password stays out of the log`() async throws {
        let irc = try InspIRCdServer()
        let proxy = try SOCKSProxy(user: "crier", password: "tunnel-secret")
        let crier = try CrierProcess()
        defer {
            crier.kill9()
            irc.stop()
            proxy.stop()
        }
        let olga = try RawIRCClient(port: irc.port, nick: "olga")
        try await olga.wait(for: " 001 ")
        olga.send("JOIN #news")
        try await olga.wait(for: " 366 ")
        let configuration = Live.configuration(port: irc.port, more: "log_level = \"debug\"")
        func written(_ password: String) -> String {
            configuration + "\nproxy = \"socks5://crier:\(password)@127.0.0.1:\(proxy.port)\"\n"
        }
        try crier.configure(written("wrong-secret"))
        try crier.start()
        try await waitUntil("the refusal is logged") {
            crier.log.contains("no connection through the proxy: it refuses our user and password")
        }
        try await crier.terminate()
        try crier.configure(written("tunnel-secret"))
        try crier.start()
        try await olga.wait(for: "JOIN :#news")
        #expect(proxy.log.contains("127.0.0.1:\(irc.port)"))
        try await crier.terminate()
        // Or from the environment, where no password stands in a file.
        func tunnels() -> Int { proxy.log.components(separatedBy: "127.0.0.1:\(irc.port)").count - 1 }
        let before = tunnels()
        try crier.configure(configuration)
        try crier.start(environment: [
            "CRIER_TESTNET_PROXY": "socks5://crier:tunnel-secret@127.0.0.1:\(proxy.port)"
        ])
        try await olga.wait(for: "JOIN :#news")
        #expect(tunnels() == before + 1)
        #expect(!crier.log.contains("-secret"))
    }
}
