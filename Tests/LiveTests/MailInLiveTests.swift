import ChildProcesses
import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

/// `crier mail-in` as a mail server's pipe runs it.
@Suite(.timed) struct MailInLiveTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("config.toml", "[mail]\naddress = \"crier@example.test\"\nsmtp_url = \"smtp://127.0.0.1:9\"\n")
    }

    private func mailIn(
        _ mail: String,
        _ options: [String] = [],
        environment: [String: String] = [:]
    ) async throws -> (status: Int32, errors: String) {
        let result = try await CrierProcess.run(
            ["mail-in", "--config", folder.path("config.toml")] + options,
            input: mail,
            environment: environment
        )
        #expect(result.output == "")
        return (result.status, result.errors)
    }

    private func store() throws -> Store { try Store.open(path: folder.path("crier.sqlite3")) }

    private func kept() async throws -> [KeptMail] {
        try await store().keptMail(network: "mail", dueAt: .distantFuture, limit: 10)
    }

    @Test func `a mail is kept with its envelope`() async throws {
        _ = try store()
        let text = "Return-Path: <bob@example.test>\nFrom: bob@example.test\nSubject: headlines\n\n\u{fc}\n"
        let first = try await mailIn("From bob@example.test Sat Nov 21 17:00:00 2026\n" + text)
        #expect(first.status == 0 && first.errors == "")
        let second = try await mailIn(
            "Subject: help\n\n",
            ["--sender", "ann@example.test"],
            environment: ["ORIGINAL_RECIPIENT": "crier+abc@example.test", "SENDER": "x@example.test"]
        )
        #expect(second.status == 0)
        let third = try await mailIn("Subject: x\n\n", ["--sender", "--config", "--recipient", "-x@example.test"])
        #expect(third.status == 0 && third.errors == "")
        let fourth = try await mailIn("Subject: y\n\n", ["--sender", "", "--recipient", "crier@example.test"])
        #expect(fourth.status == 0)
        let kept = try await kept()
        #expect(
            kept.map(\.content) == [
                Array(text.utf8), Array("Subject: help\n\n".utf8), Array("Subject: x\n\n".utf8),
                Array("Subject: y\n\n".utf8),
            ]
        )
        #expect(kept.map(\.envelopeSender) == ["bob@example.test", "ann@example.test", nil, ""])
        #expect(
            kept.map(\.envelopeRecipient) == [nil, "crier+abc@example.test", "-x@example.test", "crier@example.test"]
        )
        #expect(kept.allSatisfy { abs($0.receivedAt.timeIntervalSinceNow) < 300 })
    }

    @Test func `a running bot sees at once what another process has kept`() async throws {
        let store = try store()
        let arrivals = store.mailArrivals()
        _ = try await store.changedElsewhere()
        let result = try await mailIn("Subject: help\n\n")
        #expect(result.status == 0)
        try await waitUntil("the other process is noticed") { try await store.changedElsewhere() }
        for await _ in arrivals { break }
    }

    @Test func `what is no mail is refused`() async throws {
        _ = try store()
        #expect(try await mailIn("").status == 65)
        #expect(try await mailIn("\n \r\n").status == 65)
        #expect(try await mailIn("Subject: x\n\n" + String(repeating: "a", count: 26 << 20)).status == 65)
        #expect(try await mailIn("Subject: x\n\n", ["--nonsense"]).status == 64)
        #expect(try await kept() == [])
    }

    @Test func `without its database the mail server keeps the mail`() async throws {
        let result = try await mailIn("Subject: x\n\n")
        #expect(result.status == 75 && result.errors.contains("crier.sqlite3"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("crier.sqlite3")))
        try folder.write("crier.sqlite3", "this is no database, and never was one; it only has some length to it")
        #expect(try await mailIn("Subject: x\n\n").status == 75)
    }

    @Test func `a database that another process holds for long is a reason to come again`() async throws {
        _ = try store()
        let holder = try ChildProcess(
            "/usr/bin/python3",
            [
                "-c",
                """
                import signal, sqlite3, sys
                db = sqlite3.connect(sys.argv[1], isolation_level=None)
                db.execute("BEGIN IMMEDIATE")
                open(sys.argv[2], "w").close()
                signal.pause()
                """, folder.path("crier.sqlite3"), folder.path("held"),
            ],
            folder: folder.url.path,
            output: folder.path("log")
        )
        try await waitUntil("the database is held") { FileManager.default.fileExists(atPath: folder.path("held")) }
        #expect(try await mailIn("Subject: x\n\n").status == 75)
        holder.stop()
        #expect(try await mailIn("Subject: x\n\n").status == 0)
        #expect(try await kept().count == 1)
    }

    @Test func `a mistake in the configuration is told, and costs nobody their mail`() async throws {
        try folder.write("config.toml", "[mail]\naddress = \"crier\"\nsmtp_url = \"smtp://h\"\n")
        let mistaken = try await mailIn("Subject: x\n\n")
        #expect(mistaken.status == 75 && mistaken.errors.contains("config.toml:2:"))
        try folder.write("config.toml", "")
        let missing = try await mailIn("Subject: x\n\n")
        #expect(missing.status == 75 && missing.errors.contains("[mail]"))
        let dataless = try await mailIn("Subject: x\n\n", ["--data", folder.path("nothing")])
        #expect(dataless.status == 75 && dataless.errors.contains("--data"))
    }
}
