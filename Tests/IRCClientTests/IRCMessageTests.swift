import Foundation
import Testing

@testable import IRCClient

/// The vectors of ircdocs/parser-tests, where they are at hand.
enum Vectors {
    static let folder: URL? = {
        let beside = URL(filePath: #filePath).appending(path: "../../../shared/corpora/irc/json").standardized
        return [beside, URL(filePath: "/work/shared/corpora/irc/json")]
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    static let areThere = folder != nil

    static func load<Row: Decodable>(_ name: String, _ type: Row.Type) throws -> [Row] {
        let folder = try #require(folder)
        let data = try Data(contentsOf: folder.appending(path: name))
        return try JSONDecoder().decode(FileOf<Row>.self, from: data).tests
    }
}

private struct FileOf<Row: Decodable>: Decodable { let tests: [Row] }

struct Atoms: Decodable {
    var verb: String?
    var source: String?
    var params: [String]?
    var tags: [String: String]?
    var nick: String?
    var user: String?
    var host: String?
}

@Suite struct `IRC messages` {
    private struct SplitRow: Decodable { let input: String; let atoms: Atoms }
    private struct JoinRow: Decodable { let desc: String; let atoms: Atoms; let matches: [String] }
    private struct UserHostRow: Decodable { let source: String; let atoms: Atoms }
    private struct HostRow: Decodable { let host: String; let valid: Bool }

    @Test(.enabled(if: Vectors.areThere, "../shared/corpora/irc is absent"))
    func `lines are taken apart as the vectors say`() throws {
        let rows = try Vectors.load("msg-split.json", SplitRow.self)
        #expect(rows.count > 30)
        for row in rows {
            let message = try #require(IRCMessage(line: row.input.utf8), "\(row.input)")
            #expect(message.command == row.atoms.verb?.uppercased(), "\(row.input)")
            #expect(message.source == row.atoms.source, "\(row.input)")
            #expect(message.parameters == row.atoms.params ?? [], "\(row.input)")
            #expect(message.tags == row.atoms.tags ?? [:], "\(row.input)")
        }
    }

    @Test(.enabled(if: Vectors.areThere, "../shared/corpora/irc is absent"))
    func `messages are put together as the vectors say`() throws {
        let rows = try Vectors.load("msg-join.json", JoinRow.self)
        #expect(rows.count > 10)
        for row in rows {
            let message = IRCMessage(
                row.atoms.verb ?? "",
                row.atoms.params ?? [],
                tags: row.atoms.tags ?? [:],
                source: row.atoms.source
            )
            let line = String(decoding: message.wireBytes().dropLast(2), as: UTF8.self)
            #expect(row.matches.contains(line), "\(row.desc): \(line)")
        }
    }

    @Test(.enabled(if: Vectors.areThere, "../shared/corpora/irc is absent"))
    func `sources are taken apart as the vectors say`() throws {
        for row in try Vectors.load("userhost-split.json", UserHostRow.self) {
            let source = IRCSource(row.source)
            #expect(source.nick == row.atoms.nick ?? "", "\(row.source)")
            #expect(source.user == row.atoms.user, "\(row.source)")
            #expect(source.host == row.atoms.host, "\(row.source)")
        }
    }

    @Test(.enabled(if: Vectors.areThere, "../shared/corpora/irc is absent"))
    func `host names are told from other words as the vectors say`() throws {
        let rows = try Vectors.load("validate-hostname.json", HostRow.self)
        #expect(rows.count > 15)
        for row in rows { #expect(IRCHostName.isValid(row.host) == row.valid, "\(row.host)") }
    }

    @Test(arguments: [
        (":a!b@c PRIVMSG #x :hi there", "PRIVMSG", ["#x", "hi there"]),
        ("PING :x", "PING", ["x"]),
        ("privmsg x y", "PRIVMSG", ["x", "y"]),
        ("@a=1   :s   001   me   :welcome ", "001", ["me", "welcome "]),
        (":s 353 me = #c :@a +b", "353", ["me", "=", "#c", "@a +b"]),
    ])
    func `a line is taken apart`(line: String, command: String, parameters: [String]) throws {
        let message = try #require(IRCMessage(line: line.utf8))
        #expect(message.command == command)
        #expect(message.parameters == parameters)
    }

    @Test(arguments: ["", " ", ":", ":only", "@tags", "@a=b :src", "@", "@ ", ": "])
    func `a line without a command is none`(line: String) {
        #expect(IRCMessage(line: line.utf8) == nil)
    }

    @Test func `what is not UTF-8 is read as windows-1252`() throws {
        let bytes: [UInt8] = Array("PRIVMSG #x :caf".utf8) + [0xE9, 0x20, 0x80, 0x93]
        #expect(try #require(IRCMessage(line: bytes)).last == "café €“")
    }

    @Test func `hostile bytes never trap and never come out as a line break`() throws {
        var generator = SystemRandomNumberGenerator()
        let alphabet: [UInt8] = Array("@:; =\\\r\n\0!ab1#,".utf8) + [0x80, 0xC3, 0xA9, 0xE2, 0xFF, 0x01]
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...60, using: &generator)
            let bytes = (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            guard let message = IRCMessage(line: bytes) else { continue }
            let wire = message.wireBytes()
            #expect(wire.suffix(2) == [13, 10])
            #expect(!wire.dropLast(2).contains { $0 == 13 || $0 == 10 || $0 == 0 })
        }
    }

    @Test func `a text cannot inject a line, a parameter or a prefix`() {
        let message = IRCMessage("PRIVMSG", "#x :y\r\nQUIT", "a\r\nQUIT :b\0c")
        #expect(String(decoding: message.wireBytes(), as: UTF8.self) == "PRIVMSG #x:yQUIT :a  QUIT :b c\r\n")
        let odd = IRCMessage("PRIV MSG\n", ":", "", ":x")
        #expect(String(decoding: odd.wireBytes(), as: UTF8.self) == "PRIVMSG * * ::x\r\n")
    }

    @Test func `a line is never longer than its limit and never ends in half a character`() {
        for padding in 0..<8 {
            let text = String(repeating: "x", count: padding) + String(repeating: "東", count: 400)
            let wire = IRCMessage("PRIVMSG", "#x", text).wireBytes()
            #expect(wire.count <= 512)
            #expect(String(validating: wire, as: UTF8.self) != nil)
        }
    }

    @Test func `the server's time is read to the millisecond`() {
        #expect(ServerTime.date("2026-11-21T07:30:00.123Z")?.timeIntervalSince1970 == 1_795_246_200.123)
        #expect(ServerTime.date("2024-02-29T00:00:00Z")?.timeIntervalSince1970 == 1_709_164_800)
        for text in ["", "Z", "2026-13-01T00:00:00Z", "99999999999999999999-1-1T0:0:0Z", "2026-01-01"] {
            #expect(ServerTime.date(text) == nil)
        }
    }
}
