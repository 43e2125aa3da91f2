import Foundation
import Testing

@testable import crier

private func piped(
    _ text: String,
    sender: String? = nil,
    recipient: String? = nil,
    _ environment: [String: String] = [:]
) throws -> PipedMail {
    let url = try #require(MailServerSetting("smtp://localhost", allowed: MailServerSetting.Scheme.submission))
    return PipedMail(
        Array(text.utf8),
        sender: sender,
        recipient: recipient,
        environment: environment,
        settings: .init(address: "crier@example.test", submission: url)
    )
}

@Suite struct PipedMailTests {
    @Test func `the line of a mailbox file is no part of the mail`() throws {
        let mail = try piped("From alice@example.test Sat Nov 21 17:00:00 2026\nSubject: help\n\n> From me\n")
        #expect(mail.content == Array("Subject: help\n\n> From me\n".utf8))
        #expect(try piped("From: a@b.test\n\nFrom here on\n").content.count == 29)
        #expect(try piped("From alice").content == Array("From alice".utf8))
    }

    @Test(
        arguments: [
            ("Return-Path: <bob@example.test>\nSubject: x\n\n", nil, [:], "bob@example.test"),
            ("Return-Path: <bob@example.test>\r\nSubject: x\r\n\r\nhi", nil, [:], "bob@example.test"),
            ("Return-Path: <>\nSubject: x\n\n", nil, [:], ""),
            ("Subject: x\n\nReturn-Path: <bob@example.test>\n", nil, [:], nil),
            ("Return-Path: <bob@example.test>\n\n", nil, ["SENDER": "eve@example.test"], "eve@example.test"),
            ("Return-Path: <bob@example.test>\n\n", nil, ["SENDER": ""], ""),
            ("Return-Path: <bob@example.test>\n\n", "ann@example.test", ["SENDER": "x@y.test"], "ann@example.test"),
            ("Subject: x\n\n", "<>", ["SENDER": "x@y.test"], ""),
            ("Subject: x\n\n", "MAILER-DAEMON", [:], ""),
            ("Subject: x\n\n", nil, ["SENDER": "root"], nil),
            ("Return-Path: nonsense\n\n", nil, [:], nil),
            ("From bob@example.test  Sat Nov 21 17:00:00 2026\nSubject: x\n\n", nil, [:], "bob@example.test"),
            ("From MAILER-DAEMON Sat Nov 21 17:00:00 2026\nSubject: x\n\n", nil, [:], ""),
            ("From crier Sat Nov 21 17:00:00 2026\nSubject: x\n\n", nil, [:], nil),
            ("From \nSubject: x\n\n", nil, [:], nil),
            ("From eve@example.test\nReturn-Path: <bob@example.test>\n\n", nil, [:], "bob@example.test"),
        ] as [(String, String?, [String: String], String?)]
    )
    func `the envelope's sender is the one that is said most plainly`(
        text: String,
        option: String?,
        environment: [String: String],
        expected: String?
    ) throws {
        #expect(try piped(text, sender: option, environment).sender == expected)
    }

    @Test(
        arguments: [
            (nil, [:], nil),
            ("crier+abc@example.test", ["RECIPIENT": "x@example.test"], "crier+abc@example.test"),
            (
                nil, ["ORIGINAL_RECIPIENT": "crier+abc@example.test", "RECIPIENT": "pipe@h.test"],
                "crier+abc@example.test"
            ),
            (nil, ["RECIPIENT": "crier+abc@example.test"], "crier+abc@example.test"),
            ("crier", ["RECIPIENT": "crier+abc@example.test"], "crier+abc@example.test"),
            (
                nil, ["LOCAL_PART": "crier", "LOCAL_PART_SUFFIX": "+abc", "DOMAIN": "example.test"],
                "crier+abc@example.test"
            ),
            (nil, ["LOCAL_PART": "crier", "DOMAIN": "example.test"], "crier@example.test"),
            (nil, ["EXTENSION": "abc"], "crier+abc@example.test"),
            (nil, ["EXT": "abc"], "crier+abc@example.test"),
            (nil, ["EXTENSION": ""], nil),
        ] as [(String?, [String: String], String?)]
    )
    func `the envelope's recipient is what the mail server calls it`(
        option: String?,
        environment: [String: String],
        expected: String?
    ) throws {
        #expect(try piped("Subject: x\n\n", recipient: option, environment).recipient == expected)
    }

    @Test func `input is read to its end, and no further than the limit`() throws {
        func input(_ bytes: [UInt8]) throws -> PipedMail.Input {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: path) }
            try Data(bytes).write(to: path)
            return PipedMail.read(from: try FileHandle(forReadingFrom: path), limit: 100_000)
        }
        let full = [UInt8](repeating: 0x61, count: 100_000)
        #expect(try input(full) == .bytes(full))
        #expect(try input(full + [0x61]) == .tooLarge)
        #expect(try input([]) == .empty)
        #expect(try input(Array("\r\n \n".utf8)) == .empty)
        #expect(try input([0x00, 0xff, 0x61]) == .bytes([0x00, 0xff, 0x61]))
    }

    @Test func `headers without end cost no more than they should`() throws {
        let mail = try piped(String(repeating: "X: y\n", count: 400_000))
        #expect(mail.sender == nil && mail.content.count == 2_000_000)
    }
}
