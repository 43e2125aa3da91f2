import Foundation
import Testing

@testable import FeedParsing

/// The shared corpora, which stand beside the repository where they are present.
enum Corpus {
    static let root: String? = {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("shared/corpora").path
        return [beside, "/work/shared/corpora"].first { FileManager.default.fileExists(atPath: $0 + "/README.md") }
    }()

    static var isPresent: Bool { root != nil }

    static func bytes(_ path: String) -> [UInt8]? {
        guard let root, let data = FileManager.default.contents(atPath: root + "/" + path) else { return nil }
        return [UInt8](data)
    }

    static func json(_ path: String) -> Any? {
        guard let bytes = bytes(path) else { return nil }
        return try? JSONSerialization.jsonObject(with: Data(bytes))
    }

    /// What `crier inspect feed` prints for a file; nil when it is refused.
    static func inspected(_ path: String, url: String? = nil) -> [String: Any]? {
        guard let bytes = bytes(path), let feed = try? FeedParser.parse(bytes, url: url) else { return nil }
        let line = JSONFeedWriter.document(for: feed, file: path)
        return (try? JSONSerialization.jsonObject(with: Data(line))) as? [String: Any]
    }

    /// Files below a folder, relative to the corpora, in order.
    static func files(below folder: String) -> [String] {
        guard let root, let all = FileManager.default.enumerator(atPath: root + "/" + folder) else { return [] }
        var isFolder: ObjCBool = false
        return all.compactMap { $0 as? String }.map { folder + "/" + $0 }.filter {
            FileManager.default.fileExists(atPath: root + "/" + $0, isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }
}

/// Passed expectations of applicable ones.
final class Score {
    let name: String
    private(set) var passed = 0
    private(set) var applicable = 0
    private var misses: [String] = []
    private var exceptions: [String: Int] = [:]

    init(_ name: String) {
        self.name = name
    }

    func check(_ passes: Bool, _ what: @autoclosure () -> String) {
        applicable += 1
        if passes { passed += 1 } else if misses.count < 2_000 { misses.append(what()) }
    }

    func expect(_ wanted: String?, _ got: String?, _ what: String) {
        guard let wanted else { return }
        check(wanted == got, "\(what): want \(wanted.prefix(120)) got \((got ?? "nil").prefix(120))")
    }

    /// An expectation that is another library's house rule, with the reason.
    func leaveOut(_ reason: String) { exceptions[reason, default: 0] += 1 }

    var share: Double { applicable == 0 ? 0 : Double(passed) / Double(applicable) }

    /// Prints the line of the score table and demands the floor.
    func settle(atLeast floor: Double, sourceLocation: SourceLocation = #_sourceLocation) {
        let percent = String(format: "%.2f", share * 100)
        let notes = exceptions.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: "; ")
        print("score\t\(name)\t\(passed)/\(applicable)\t\(percent) %\t\(notes)")
        if ProcessInfo.processInfo.environment["SHOW_MISSES"] != nil {
            for miss in misses { print("  \(name): \(miss)") }
        }
        #expect(share >= floor, "\(name): \(misses.prefix(5))", sourceLocation: sourceLocation)
    }
}

extension [String: Any] {
    func text(_ key: String) -> String? { self[key] as? String }
    func object(_ key: String) -> [String: Any]? { self[key] as? [String: Any] }
    func objects(_ key: String) -> [[String: Any]] { self[key] as? [[String: Any]] ?? [] }
    /// What JSON Feed has no place for.
    var extras: [String: Any] { object("_crier") ?? [:] }
    var authorNames: [String] { objects("authors").compactMap { $0.text("name") } }
    func seconds(_ key: String) -> Int64? { text(key).flatMap { FeedDate.parse($0) } }
}

/// Text as the oracle compares it: no tags, no references, white space folded.
func compared(_ text: String?) -> String? {
    guard let text else { return nil }
    var output = ""
    var inTag = false
    for (index, character) in zip(text.indices, text) {
        if character == "<", let next = text[index...].dropFirst().first, next.isLetter || next == "/" { inTag = true }
        if !inTag { output.append(character) }
        if character == ">" { inTag = false }
    }
    output = Array(output.utf8).withUnsafeBufferPointer { HTMLText.decoded($0) }
    return output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
