import Foundation
import TestSupport
import Testing

@testable import crier

/// What the README shows to the person who arrives.
@Suite(.timed) struct ReadmeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func readme() throws -> String {
        try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    }

    @Test func `its configuration is accepted as it stands`() throws {
        let lines = try Self.readme().split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.trimmingPrefix { $0 == " " }.hasPrefix("admins = ") })
        let block = lines[start...].prefix { $0.isEmpty || $0.hasPrefix("       ") }
        let folder = try TemporaryFolder()
        try folder.write("config.toml", block.map { $0.drop { $0 == " " } }.joined(separator: "\n"))
        let (configuration, warnings) = try ConfigurationReader.read(path: folder.path("config.toml"))
        #expect(warnings.isEmpty, "\(warnings)")
        #expect(configuration.irc.map(\.name) == ["libera"] && configuration.feeds.map(\.name) == ["Example"])
    }

    @Test func `every file and picture that it names is there`() throws {
        let text = try Self.readme()
        let pictures = text.components(separatedBy: "](").dropFirst().map { String($0.prefix { $0 != ")" }) }
        let code = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
        let files = code.filter { name in
            !name.contains(" ")
                && (name.hasPrefix("deploy/") || name.hasSuffix(".md") || name.hasSuffix(".example.toml"))
        }
        #expect(pictures.count >= 4 && files.count >= 8)
        for name in pictures + files {
            #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: name).path()), "\(name)")
        }
    }
}
