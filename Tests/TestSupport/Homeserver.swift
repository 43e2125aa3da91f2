import Foundation
import FoundationNetworking
import Glibc
import Synchronization

/// What a test knows of a homeserver: its address, and how the test's names are spelled there.
///
/// It cannot stop or freeze the server: a test that does so starts a `SynapseServer` of its own.
package struct Homeserver: Sendable {
    package let url: String
    /// Stands behind every name, so that tests that share a server have different accounts and rooms.
    let suffix: String

    /// The one server of this process, which the first test starts; each call gives names that no other test has.
    package static func shared() throws -> Homeserver {
        let server = try sharedServer.get()
        guard server.isRunning else {
            throw ServerProcess.DidNotStart(description: "the shared homeserver has ended: \(server.output)")
        }
        return Homeserver(url: server.url, suffix: "-\(tests.add(1, ordering: .relaxed).newValue)")
    }

    private static let tests = Atomic(0)
    private static let sharedServer: Result<SynapseServer, any Error> = Result {
        let server = try SynapseServer(endsWithTests: true)
        atexit { try? Homeserver.sharedServer.get().remove() }
        return server
    }

    package func localPart(_ name: String) -> String { name + suffix }
    package func userID(_ name: String) -> String { "@\(localPart(name)):\(SynapseServer.serverName)" }
    package func alias(_ name: String) -> String { "#\(localPart(name)):\(SynapseServer.serverName)" }

    /// Makes a user whose password is the name, without the suffix, and `-password`.
    package func register(_ name: String) async throws {
        guard let target = URL(string: url + "/_matrix/client/v3/register") else { return }
        var request = URLRequest(url: target)
        request.httpMethod = "POST"
        request.timeoutInterval = 120
        let body: [String: Any] = [
            "username": localPart(name), "password": name + "-password", "inhibit_login": true,
            "auth": ["type": "m.login.dummy"],
        ]
        request.httpBody = try JSONSerialization.data(withJSONObject: body)
        let (data, _) = try await URLSession.shared.data(for: request)
        let answer = String(decoding: data, as: UTF8.self)
        guard answer.contains("user_id") else {
            throw ServerProcess.DidNotStart(description: "no user \(name): \(answer.suffix(500))")
        }
    }
}
