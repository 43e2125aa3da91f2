import Foundation
import TestSupport
import Testing

/// `crier console --demo` as a newcomer and as a script meet it.
@Suite(.timed) struct ConsoleLiveTests {
    private func chat(
        _ lines: [String],
        _ options: [String] = [],
        environment: [String: String] = [:]
    ) async throws -> String {
        let result = try await CrierProcess.run(
            ["console", "--demo"] + options,
            input: lines.joined(separator: "\n") + "\n",
            environment: environment
        )
        #expect(result.status == 0, "\(result.errors)")
        return result.output
    }

    @Test func `headlines and a digest can be piped`() async throws {
        let output = try await chat(["!headlines", "!digest week"])
        #expect(output.contains("Ferry service to Norwick Island"))
        #expect(output.contains("Circuit Daily"))
        #expect(output.contains("Polar bear cub") || output.contains("more"))
    }

    @Test func `a long script is answered to its last line`() async throws {
        let output = try await chat(Array(repeating: "headlines 1", count: 60) + ["about"])
        #expect(output.components(separatedBy: "Ferry service to Norwick Island").count == 61)
        #expect(output.contains("0.1.0"))
    }

    @Test func `the first screen says what to type`() async throws {
        let output = try await chat([])
        #expect(output.contains("help"))
        #expect(output.contains("headlines"))
    }

    @Test(ClockAhead.isNeeded, arguments: [30, 600, 43_200, 82_800])
    func `today has news at any hour`(secondsSinceMidnight: Int) async throws {
        let folder = try TemporaryFolder()
        let midnight = (Int(Date().timeIntervalSince1970) / 86_400 + 1) * 86_400
        let ahead = midnight + secondsSinceMidnight - Int(Date().timeIntervalSince1970)
        let clock = try ClockAhead.environment(seconds: ahead, folder: folder.url)
        let output = try await chat(["digest today as markdown", "headlines"], environment: clock)
        #expect(output.contains("Ferry service to Norwick Island"), "\(output)")
        #expect(output.contains("## "), "\(output)")
    }

    @Test(arguments: [
        ("help", "headlines"), ("help digest", "week"), ("about", "0.1.0"), ("headlines technology 3", "Linux"),
        ("read 1", "Norwick"), ("feeds", "sub"), ("alert add \"security vulnerability\"", "security vulnerability"),
        ("set tz Europe/Paris", "Paris"), ("quiz", "1/5"), ("digest today as markdown", "##"),
        ("digest week as html", "<h"), ("headlines at 07:30 weekdays", "07:30"), ("quiet 22:00-07:00", "22:00"),
        ("me", "UTC"), ("set lang zh-Hans", "中文"), ("why 1", "Ferry"),
    ])
    func `every command of the main job answers`(line: String, expected: String) async throws {
        let first = ["read 1", "why 1"].contains(line) ? ["headlines"] : []
        let output = try await chat(first + [line])
        #expect(output.localizedCaseInsensitiveContains(expected), "\(line): \(output)")
        #expect(!output.contains("internal error"))
    }

    @Test(arguments: [
        "alert add", "alert add \"", "alert 99 off", "digest nevertime", "headlines at 25:99", "read 99", "read x",
        "sub", "sub ftp://x", "quiet 9", "set tz Mars/Base", "set lang xx", "unsub nothing", "feed nowhere", "yes 0000",
        "alert add /(/", "digest week as pdf", "headlines 999999999999999999999", "quiz stop", "set", "forget", "",
        "\u{1}\u{2}\u{3}", "!!!!", "help nonsense",
    ])
    func `bad input is told what to do and breaks nothing`(line: String) async throws {
        let output = try await chat([line, "about"])
        #expect(output.contains("0.1.0"))
        #expect(!output.contains("internal error"), "\(line): \(output)")
    }

    @Test func `Chinese is spoken after one command`() async throws {
        let output = try await chat(["set lang zh-Hans", "headlines", "help"])
        #expect(output.contains("小时前") || output.contains("分钟前"))
    }
}

@Suite(.timed) struct CommandLineLiveTests {
    @Test func `check finds a typo with file, line and suggestion`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("config.toml", "[fetch]\nintervall = \"30m\"\n")
        let result = try await CrierProcess.run(["check", "--config", folder.path("config.toml")])
        #expect(result.status == 78)
        #expect(result.errors.contains("config.toml:2:"))
        #expect(result.errors.contains("interval"))
    }

    @Test func `inspect prints a feed as one line of JSON Feed`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "a.xml",
            "<rss version=\"2.0\"><channel><title>T</title><item><title>One</title><guid>1</guid></item></channel></rss>"
        )
        try folder.write("b.xml", "not a feed")
        let result = try await CrierProcess.run(["inspect", "feed", folder.path("a.xml"), folder.path("b.xml")])
        #expect(result.status == 65)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 2)
        let first = try JSONSerialization.jsonObject(with: Data((lines.first ?? "").utf8)) as? [String: Any]
        #expect(first?["version"] as? String == "https://jsonfeed.org/version/1.1")
        #expect((first?["items"] as? [[String: Any]])?.first?["title"] as? String == "One")
        #expect(lines.last?.contains("\"error\"") == true)
    }

    @Test func `inspect text prints the language, keyphrases and places, and goes on after a bad file`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "a.txt",
            "Flood in Leipzig\n\nRain flooded Leipzig and the villages along the river Elster on Monday."
        )
        let result = try await CrierProcess.run(["inspect", "text", folder.path("none"), folder.path("a.txt")])
        #expect(result.status == 65)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.first?.contains("\"error\"") == true)
        let facts = try JSONSerialization.jsonObject(with: Data((lines.last ?? "").utf8)) as? [String: Any]
        #expect(facts?["language"] as? String == "en")
        #expect((facts?["keywords"] as? [String])?.isEmpty == false)
        let place = (facts?["places"] as? [[String: Any]])?.first
        #expect(place?["name"] as? String == "Leipzig" && place?["country"] as? String == "DE")
        #expect(place?["start"] as? Int == 9 && place?["end"] as? Int == 16)
    }

    @Test func `inspect stories groups headlines and names lines it cannot read`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "a.tsv",
            "a\t1000\tOne\tEarthquake of magnitude 7.1 strikes Valparaiso in Chile\n" + "b\tsoon\tTwo\tNo time\n"
                + "c\t1600\tTwo\tValparaiso hit by magnitude 7.1 earthquake\nd\t1700\tTwo\tParliament adopts the budget\n"
        )
        let result = try await CrierProcess.run(["inspect", "stories", folder.path("a.tsv")])
        #expect(result.status == 65)
        #expect(result.output == "a\ta\ta\nc\ta\tc\nd\td\td\n")
        #expect(result.errors.contains("a.tsv:2: 'soon' is no time"))
    }

    @Test func `inspect prints a list's feeds, or the list with all its attributes`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "a.opml",
            """
            <opml version="1.0"><head><title>Mine</title></head><body><outline text="News">
            <outline text="A &amp; B" xmlUrl="https://e.org/f" category="/Top/World" x:note="kept"/></outline></body></opml>
            """
        )
        let read = try await CrierProcess.run(["inspect", "opml", folder.path("a.opml")])
        #expect(read.status == 0)
        #expect(read.output.contains(#""title":"A & B","categories":[["News"],["Top","World"]]"#))
        let rewritten = try await CrierProcess.run(["inspect", "opml", "--rewrite", folder.path("a.opml")])
        #expect(rewritten.output.contains("x:note=\"kept\"") && rewritten.output.contains("A &amp; B"))
        try folder.write("b.opml", "no list")
        #expect(try await CrierProcess.run(["inspect", "opml", folder.path("b.opml")]).status == 65)
    }

    @Test func `inspect page counts what a Link header declares`() async throws {
        let web = try LocalWebServer()
        defer { web.stop() }
        web.respond(to: "/page") { _ in
            .ok(
                "<html></html>",
                headers: [("Content-Type", "text/html"), ("Link", "</f>; rel=alternate; type=text/xml")]
            )
        }
        let result = try await CrierProcess.run(["inspect", "page", web.url("/page")])
        #expect(result.output.contains(#"{"url":"\#(web.url("/f"))","type":"text/xml"}"#))
    }

    @Test func `a backup is a whole database for its owner's eyes alone`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("config.toml", "[storage]\npath = \"a.sqlite3\"\n")
        let config = ["--config", folder.path("config.toml")]
        _ = try await CrierProcess.run(["console"] + config, input: "alert add moon\n")
        let copy = folder.path("copy.sqlite3")
        #expect(try await CrierProcess.run(["backup", copy] + config).status == 0)
        let again = try await CrierProcess.run(["backup", copy] + config)
        #expect(again.status == 74 && again.errors.contains("exists"))
        for file in [copy, folder.path("a.sqlite3")] {
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(file)")
        }
        try folder.write("config.toml", "[storage]\npath = \"copy.sqlite3\"\n")
        let restored = try await CrierProcess.run(["console"] + config, input: "alert list\n")
        #expect(restored.output.contains("moon"))
    }

    @Test func `a wrong flag is a usage error`() async throws {
        let result = try await CrierProcess.run(["run", "--nonsense"])
        #expect(result.status == 64)
    }
}
