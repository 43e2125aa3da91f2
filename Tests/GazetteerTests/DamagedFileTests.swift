import Foundation
import Testing

@testable import Gazetteer

/// Files that are not what they should be.
struct DamagedFileTests {
    private static let whole: [UInt8] = {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("data/gazetteer/gazetteer.bin").path
        return FileManager.default.contents(atPath: path).map(Array.init) ?? []
    }()

    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("gazetteer-\(UUID().uuidString)").path
        try #require(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    @Test
    func `other files are refused with the reason`() throws {
        try withFile(Array("not a gazetteer at all".utf8)) { path in
            #expect(throws: GazetteerError.notAGazetteer(path: path)) { try Gazetteer(path: path) }
        }
        try withFile([]) { path in
            #expect(throws: GazetteerError.truncated(path: path)) { try Gazetteer(path: path) }
        }
        try withFile(Array("CRIER".utf8)) { path in
            #expect(throws: GazetteerError.notAGazetteer(path: path)) { try Gazetteer(path: path) }
        }
        let absent = "/nowhere/at/all"
        #expect(throws: GazetteerError.cannotRead(path: absent, code: 2)) { try Gazetteer(path: absent) }
        #expect(throws: GazetteerError.cannotRead(path: "/tmp", code: 21)) { try Gazetteer(path: "/tmp") }
    }

    @Test
    func `another version is refused`() throws {
        try #require(!Self.whole.isEmpty)
        var bytes = Self.whole
        bytes[8] = 9
        try withFile(bytes) { path in
            #expect(throws: GazetteerError.unknownVersion(path: path, version: 9)) { try Gazetteer(path: path) }
        }
    }

    @Test(arguments: [12, 16, 50, 112, 200, 60_000, 3_000_000])
    func `a shortened file is refused`(length: Int) throws {
        try withFile(Array(Self.whole.prefix(length))) { path in
            #expect(throws: GazetteerError.truncated(path: path)) { try Gazetteer(path: path) }
        }
    }

    @Test(arguments: 0..<12)
    func `a damaged file gives wrong answers but no crash`(seed: UInt64) throws {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func random() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 24
        }
        try #require(!Self.whole.isEmpty)
        var bytes = Self.whole
        let count = UInt64(bytes.count - 112)
        bytes.withUnsafeMutableBytes { bytes in
            for _ in 0..<2000 * (1 + Int(seed) * 20) {
                let number = random()
                bytes[112 + Int((number >> 8) % count)] = UInt8(number & 255)
            }
        }
        // The parts' offsets and lengths too, in every second file.
        if seed % 2 == 1 { for _ in 0..<3 { bytes[16 + Int(random() % 96)] = UInt8(random() & 255) } }
        try withFile(bytes) { path in
            guard let gazetteer = try? Gazetteer(path: path) else { return }
            for name in ["London", "New York", "東京", "St. Petersburg", "US", "Москва", "غزة"] {
                for meaning in gazetteer.meanings(of: name) {
                    guard let place = gazetteer.place(meaning.placeIndex) else { continue }
                    _ = gazetteer.containers(of: place)
                }
                _ = gazetteer.fold(name, longest: 100)
            }
            for index in stride(from: 0, to: gazetteer.count, by: 97) { _ = gazetteer.place(index) }
            if let place = gazetteer.place(0) { _ = gazetteer.cities(in: place) }
        }
    }
}
