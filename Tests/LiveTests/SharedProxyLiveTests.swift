import Foundation
import TestSupport
import Testing

/// Several bots behind one caching proxy: the way to grow past one machine.
@Suite(
    .timed,
    .enabled(
        if: SquidProxy.isInstalled && NginxServer.isInstalled && InspIRCdServer.isInstalled,
        "squid, nginx or inspircd is not installed: skipped"
    )
)
struct SharedProxyLiveTests {
    private static func configuration(_ irc: InspIRCdServer, _ nick: String, proxy: String, feeds: [String]) -> String {
        let chat = Live.configuration(port: irc.port, nick: nick)
            .replacingOccurrences(of: "[fetch]", with: "[fetch]\nproxy = \"\(proxy)\"")
        return chat + feeds.map { "\n[[feed]]\nurl = \"\($0)\"\n" }.joined()
    }

    @Test func `two bots behind one proxy are one fetch at the publisher`() async throws {
        let irc = try InspIRCdServer()
        let web = try NginxServer(freshSeconds: 3_600)
        let squid = try SquidProxy(allowedPorts: [web.port])
        defer {
            irc.stop()
            web.stop()
            squid.stop()
        }
        let item = "<item><title>First</title><guid>1</guid></item>"
        try web.serve("feed.xml", "<rss version=\"2.0\"><channel><title>T</title>\(item)</channel></rss>")
        for nick in ["first", "second"] {
            let crier = try CrierProcess()
            defer { crier.kill9() }
            try crier.configure(
                Self.configuration(irc, nick, proxy: squid.url, feeds: [web.url("feed.xml")])
            )
            // These would lead nowhere, and around the proxy.
            try crier.start(environment: ["http_proxy": "http://127.0.0.1:9", "no_proxy": "*"])
            try await waitUntil("\(nick) has the feed") { crier.log.contains("Feed refreshed") }
            #expect(!crier.log.contains("Feed failed"))
            try await crier.terminate()
        }
        #expect(web.statuses(of: "feed.xml") == [200])
        #expect(squid.answers.count { $0.hasSuffix("/200") } == 2)
    }

    @Test func `a proxy that is down is named in the log, and a proxy's refusal too`() async throws {
        let irc = try InspIRCdServer()
        let squid = try SquidProxy(allowedPorts: [], hosts: ["inner.example.test": "127.0.0.1"])
        defer {
            irc.stop()
            squid.stop()
        }
        let dead = "http://127.0.0.1:\(ServerProcess.freePort())"
        for (proxy, failure) in [(squid.url, "addressRefused"), (dead, "proxyFailed")] {
            let crier = try CrierProcess()
            defer { crier.kill9() }
            let feeds = ["http://inner.example.test/feed.xml"]
            try crier.configure(Self.configuration(irc, "crier", proxy: proxy, feeds: feeds))
            try crier.start()
            try await waitUntil("the failure is logged") { crier.log.contains("failure=\(failure)") }
            try await crier.terminate()
        }
    }

    @Test func `the environment's proxies are never used`() async throws {
        let web = try NginxServer()
        defer { web.stop() }
        let item = "<item><title>Direct</title><guid>1</guid></item>"
        try web.serve("feed.xml", "<rss version=\"2.0\"><channel><title>T</title>\(item)</channel></rss>")
        let dead = "http://127.0.0.1:9"
        let result = try await CrierProcess.run(
            ["inspect", "feed", web.url("feed.xml")],
            environment: ["http_proxy": dead, "HTTP_PROXY": dead, "all_proxy": dead, "ALL_PROXY": dead]
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("Direct"))
    }
}
