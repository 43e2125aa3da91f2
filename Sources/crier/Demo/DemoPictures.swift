import Foundation
import WebEndpoint

/// Serves the pictures of the sample news on this machine only, while the demo runs.
struct DemoPictures: Sendable {
    private let files: [String: [UInt8]]

    init(sampleNews folder: URL) throws {
        let pictures = folder.appendingPathComponent("pictures")
        let names = try FileManager.default.contentsOfDirectory(atPath: pictures.path).filter { $0.hasSuffix(".png") }
        files = try Dictionary(
            uniqueKeysWithValues: names.map { ($0, Array(try Data(contentsOf: pictures.appendingPathComponent($0)))) }
        )
    }

    /// Runs `chat` with the address of the pictures' folder; with nil if no port can be opened.
    func serve(while chat: @Sendable (_ address: String?) async throws -> Void) async throws {
        let (ports, inlet) = AsyncStream.makeStream(of: Int.self)
        let endpoint = WebEndpoint(options: WebEndpointOptions(host: "127.0.0.1", port: 0), answer: answer)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // The demo goes on without pictures.
                try? await endpoint.run { inlet.yield($0) }
                inlet.finish()
            }
            let port = await ports.first { _ in true }
            try await chat(port.map { "http://127.0.0.1:\($0)/pictures/" })
            group.cancelAll()
        }
    }

    func answer(_ request: WebRequest) -> WebAnswer {
        let path = request.path.split(separator: "/", omittingEmptySubsequences: false)
        guard request.method == .get, path.count == 3, path[1] == "pictures", let bytes = files[String(path[2])] else {
            return .refusal(404)
        }
        return WebAnswer(status: 200, contentType: "image/png", bytes: bytes)
    }
}
