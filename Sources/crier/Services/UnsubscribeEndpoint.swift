import Foundation
import Logging
import NewsModel
import ServiceLifecycle
import WebEndpoint

/// Ends mail when a reader clicks "unsubscribe" in the mail program (RFC 8058).
///
/// Runs behind the operator's web server.
struct UnsubscribeEndpoint: Service {
    let options: WebEndpointOptions
    let pages: UnsubscribePages
    /// False for an unknown token; throws if it cannot be done now.
    let unsubscribe: @Sendable (_ token: String) async throws -> Bool
    let time: any TimeSource
    let log: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown { await listen() }
    }

    /// Listens until cancelled.
    ///
    /// If the port is in use, it retries and the bot runs on.
    private func listen() async {
        let endpoint = WebEndpoint(options: options, answer: answer)
        while !Task.isCancelled {
            do {
                try await endpoint.run { log.info("Unsubscriptions taken", metadata: ["port": "\($0)"]) }
            } catch {
                if Task.isCancelled { return }
                log.error("No unsubscriptions by web", metadata: ["error": "\(error)"])
            }
            try? await time.sleep(until: time.now.addingTimeInterval(30))
        }
    }

    /// Answers a request.
    ///
    /// Only a POST ends mail, because virus scanners follow links.
    ///
    /// The page is the same for every token, so that nobody can find out which tokens exist.
    func answer(_ request: WebRequest) async -> WebAnswer {
        guard let token = Self.token(in: request.path) else { return .refusal(404) }
        guard request.method == .post else { return pages.question(for: request) }
        guard Self.isOneClick(request.body) else { return .refusal(400) }
        do {
            _ = try await unsubscribe(token)
            return pages.done(for: request)
        } catch {
            log.error("Mail not unsubscribed", metadata: ["error": "\(error)"])
            return pages.later(for: request)
        }
    }

    /// The last component of the path.
    ///
    /// The web server may have changed the components before it.
    static func token(in path: String) -> String? {
        guard let token = path.split(separator: "/", omittingEmptySubsequences: false).last,
            (1...100).contains(token.utf8.count),
            token.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
            })
        else { return nil }
        return token.lowercased()
    }

    /// The body as a form of either encoding (RFC 8058, 3.2).
    static func isOneClick(_ body: [UInt8]) -> Bool {
        let text = String(decoding: body, as: UTF8.self)
        return text.contains("List-Unsubscribe") && text.contains("One-Click")
    }
}
