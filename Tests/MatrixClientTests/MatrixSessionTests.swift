import CurlClient
import Synchronization
import TestSupport
import Testing

@testable import MatrixClient

/// A homeserver that answers as scripted.
@Suite(.timed) struct MatrixSessionTests {
    private static func json(_ text: String, status: Int = 200) -> LocalWebServer.Response {
        LocalWebServer.Response(
            status: status,
            headers: [("Content-Type", "application/json")],
            body: .bytes(Array(text.utf8))
        )
    }

    @Test func `an expired token is refreshed, then replaced by a login of the same device`() async throws {
        let server = try LocalWebServer()
        let good = Mutex("old")
        server.respond(to: "/_matrix/client/v3/account/whoami") { request in
            request.header("Authorization") == "Bearer " + good.withLock { $0 }
                ? Self.json("{\"user_id\":\"@crier:hs.test\"}")
                : Self.json("{\"errcode\":\"M_UNKNOWN_TOKEN\",\"soft_logout\":true}", status: 401)
        }
        server.respond(to: "/_matrix/client/v3/refresh") { request in
            String(decoding: request.body, as: UTF8.self) == "{\"refresh_token\":\"r1\"}"
                ? Self.json("{\"access_token\":\"fresh\",\"refresh_token\":\"r2\"}")
                : Self.json("{\"errcode\":\"M_UNKNOWN_TOKEN\"}", status: 401)
        }
        server.respond(to: "/_matrix/client/v3/login") { _ in
            Self.json("{\"user_id\":\"@crier:hs.test\",\"device_id\":\"DEVICE\",\"access_token\":\"again\"}")
        }
        let kept = Mutex<[MatrixCredentials]>([])
        let first = MatrixCredentials(
            userID: "@crier:hs.test",
            deviceID: "DEVICE",
            accessToken: "old",
            refreshToken: "r1"
        )
        let session = MatrixSession(
            server: Homeserver(baseURL: server.url("/"), client: HTTPClient(options: HTTPClientOptions())),
            login: .password(user: "@crier:hs.test", password: "secret"),
            deviceID: "OTHER",
            deviceName: "Crier",
            credentials: first
        ) { new in kept.withLock { $0.append(new) } }
        #expect(await session.identify().value == "@crier:hs.test")
        good.withLock { $0 = "fresh" }
        #expect(await session.identify().value == "@crier:hs.test")
        good.withLock { $0 = "again" }
        #expect(await session.identify().value == "@crier:hs.test")
        #expect(kept.withLock { $0.map(\.accessToken) } == ["fresh", "again"])
        #expect(kept.withLock { $0.map(\.deviceID) } == ["DEVICE", "DEVICE"])
        let login = try #require(server.requests(to: "/_matrix/client/v3/login").first)
        #expect(String(decoding: login.body, as: UTF8.self).contains("\"device_id\":\"DEVICE\""))
    }

    @Test func `a refresh token is a login, and used once`() async throws {
        let server = try LocalWebServer()
        server.respond(to: "/_matrix/client/v3/account/whoami") { request in
            request.header("Authorization") == "Bearer fresh"
                ? Self.json("{\"user_id\":\"@crier:hs.test\"}")
                : Self.json("{\"errcode\":\"M_UNKNOWN_TOKEN\"}", status: 401)
        }
        server.respond(to: "/_matrix/client/v3/refresh") { _ in
            Self.json("{\"access_token\":\"fresh\",\"refresh_token\":\"r2\"}")
        }
        let kept = Mutex<[MatrixCredentials]>([])
        let session = MatrixSession(
            server: Homeserver(baseURL: server.url("/"), client: HTTPClient(options: HTTPClientOptions())),
            login: .refreshToken("r1", user: "@crier:hs.test"),
            deviceID: "DEVICE",
            deviceName: "Crier",
            credentials: nil
        ) { new in kept.withLock { $0.append(new) } }
        #expect(await session.identify().value == "@crier:hs.test")
        #expect(await session.identify().value == "@crier:hs.test")
        #expect(kept.withLock { $0.map(\.refreshToken) } == ["r2"])
        #expect(server.requests(to: "/_matrix/client/v3/refresh").count == 1)
        #expect(!"\(MatrixLogin.refreshToken("r1", user: "u"))".contains("r1"))
    }

    @Test func `answers become outcomes`() async throws {
        let server = try LocalWebServer()
        let client = HTTPClient(options: HTTPClientOptions())
        func problem(_ response: LocalWebServer.Response) async -> String? {
            server.respond(to: "/_matrix/client/versions") { _ in response }
            return await Homeserver(baseURL: server.url(""), client: client).perform(.versions, token: nil).problem
        }
        #expect(await problem(Self.json("{}")) == nil)
        #expect(await problem(Self.json("<html>")) == "an answer that cannot be read")
        #expect(
            await problem(Self.json("{\"errcode\":\"M_LIMIT_EXCEEDED\",\"retry_after_ms\":1500}", status: 429))
                == "slow down for 1.5 s"
        )
        #expect(await problem(Self.json("{\"retry_after_ms\":1e999}", status: 429)) == "slow down for 5.0 s")
        #expect(await problem(Self.json("{\"errcode\":\"M_LIMIT_EXCEEDED\"}", status: 429)) == "slow down for 5.0 s")
        #expect(await problem(Self.json("{\"retry_after_ms\":-7}", status: 429)) == "slow down for 0.1 s")
        #expect(await problem(Self.json("Too many", status: 429)) == "slow down for 5.0 s")
        #expect(await problem(Self.json("{\"errcode\":\"M_UNKNOWN_TOKEN\"}", status: 401)) == "logged out")
        #expect(
            await problem(Self.json("{\"errcode\":\"M_FORBIDDEN\",\"error\":\"No.\"}", status: 403))
                == "403 M_FORBIDDEN No."
        )
        #expect(await problem(Self.json("oops", status: 502)) == "HTTP 502")
        let long = "{\"a\":\"" + String(repeating: "a", count: 300_000) + "\"}"
        #expect(await problem(Self.json(long)) == "an answer that is cut off")
        let cut = LocalWebServer.Response(status: 200, body: .truncated(Array("{\"a\":".utf8), announced: 100))
        #expect(await problem(cut) == "an answer that is cut off")
        #expect(await problem(Self.json("Forbidden", status: 403)) == "HTTP 403", "said by a proxy")
        let suspended = "{\"errcode\":\"M_USER_SUSPENDED\"}"
        #expect(await problem(Self.json(suspended, status: 403)) == "M_USER_SUSPENDED")
        let closed = ClosedPort()
        guard
            case .unavailable(_, false) = await Homeserver(baseURL: "http://127.0.0.1:\(closed.port)", client: client)
                .perform(.versions, token: nil)
        else {
            Issue.record("a server that is not there has got nothing")
            return
        }
    }

    @Test func `a file is got by its token, where the server is old by the older path, and only up to its limit`()
        async throws
    {
        let server = try LocalWebServer()
        let session = MatrixSession(
            server: Homeserver(baseURL: server.url(""), client: HTTPClient(options: HTTPClientOptions())),
            login: .accessToken("tok"),
            deviceID: "D",
            deviceName: "Crier",
            credentials: MatrixCredentials(userID: "@crier:hs.test", deviceID: "D", accessToken: "tok")
        ) { _ in }
        let file = try #require(MediaAddress("mxc://hs.test/abc"))
        let path = "/download/hs.test/abc"
        server.respond(to: "/_matrix/client/v1/media" + path) { request in
            request.header("Authorization") == "Bearer tok" ? .ok("a list") : .ok("nobody")
        }
        #expect(await session.download(file, limit: 6).value == Array("a list".utf8))
        #expect(await session.download(file, limit: 3).value == Array("a li".utf8))
        server.respond(to: "/_matrix/client/v1/media" + path) { _ in
            Self.json("{\"errcode\":\"M_UNRECOGNIZED\"}", status: 404)
        }
        server.respond(to: "/_matrix/media/v3" + path) { _ in .ok("an old list") }
        #expect(await session.download(file, limit: 100).value == Array("an old list".utf8))
        server.respond(to: "/_matrix/client/v1/media" + path) { _ in
            Self.json("{\"errcode\":\"M_NOT_FOUND\"}", status: 404)
        }
        #expect(await session.download(file, limit: 100).problem == "404 M_NOT_FOUND ")
    }

    @Test(arguments: [
        ("mxc://hs.test/abc-_1", true), ("mxc://hs.test:8448/a", true), ("mxc://[::1]:80/a", true), ("mxc:///a", false),
        ("mxc://hs.test/", false), ("mxc://hs.test", false), ("mxc://hs.test/a/b", false), ("mxc://../a", false),
        ("mxc://hs.test/..", false), ("mxc://hs.test/a?b=c", false), ("mxc://hs.test/a%2f..", false),
        ("mxc://a@hs.test/a", false), ("mxc://hs.test/é", false), ("http://hs.test/a", false), ("", false),
        ("mxc://./a", false), ("mxc://hs.test/" + String(repeating: "a", count: 256), false),
    ])
    func `an address of a file is a server and an opaque id`(text: String, isGood: Bool) {
        #expect((MediaAddress(text) != nil) == isGood)
    }

    @Test(arguments: [
        ("{}", true), ("{\"capabilities\":7}", true), ("{\"capabilities\":{\"m.set_displayname\":{}}}", true),
        ("{\"capabilities\":{\"m.set_displayname\":{\"enabled\":false}}}", false),
        ("{\"capabilities\":{\"m.profile_fields\":{\"enabled\":false}}}", false),
        ("{\"capabilities\":{\"m.profile_fields\":{\"enabled\":true,\"allowed\":[\"avatar_url\"]}}}", false),
        ("{\"capabilities\":{\"m.profile_fields\":{\"enabled\":true,\"disallowed\":[\"displayname\"]}}}", false),
        (
            """
            {"capabilities":{"m.profile_fields":{"enabled":true,"disallowed":["x"]},"m.set_displayname":{"enabled":false}}}
            """, true
        ),
    ])
    func `what a server does not forbid is allowed`(json: String, isAllowed: Bool) throws {
        #expect(ServerCapabilities(try #require(JSONValue(text: json))).maySetDisplayName == isAllowed)
    }

    @Test func `a server name is looked up`() async throws {
        let server = try LocalWebServer()
        let client = HTTPClient(options: HTTPClientOptions())
        server.respond(to: "/.well-known/matrix/client") { [url = server.url("/api/")] _ in
            Self.json("{\"m.homeserver\":{\"base_url\":\"\(url)\"}}")
        }
        let found = await Homeserver.discover(server.url("/"), client: client)
        #expect(found.value?.baseURL == server.url("/api"))
        server.respond(to: "/_matrix/client/versions") { _ in Self.json("{\"versions\":[\"v1.15\"]}") }
        #expect(await Homeserver.discover(server.url("/"), client: client).value?.baseURL == server.url(""))
    }

    @Test func `nothing that is printed shows a token`() {
        let credentials = MatrixCredentials(userID: "@a:b", deviceID: "D", accessToken: "tok", refreshToken: "ref")
        let login = MatrixLogin.password(user: "@a:b", password: "pass")
        var shown = "\(credentials) \(login)"
        dump([credentials], to: &shown)
        dump([login], to: &shown)
        #expect(!shown.contains("tok") && !shown.contains("ref") && !shown.contains("pass\""))
    }
}
