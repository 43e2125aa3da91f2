import ArgumentParser
import CurlClient
import FeedParsing
import Foundation

/// Shows what the bot reads from a document, as one line of JSON per document.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show what the bot sees, as JSON.",
        subcommands: [
            InspectFeedCommand.self, InspectPageCommand.self, InspectOPMLCommand.self, InspectTextCommand.self,
            InspectStoriesCommand.self,
        ]
    )
}

struct InspectFeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "Feeds as JSON Feed 1.1 documents, one per line; exit 65 when one was refused."
    )

    @Argument(help: "Files or addresses.") var documents: [String]
    @Option(help: "The address that relative links are resolved against.") var base: String?

    func run() async throws {
        try await InspectedDocument.each(of: documents, base: base) { name, found in
            let feed = try FeedParser.parse(found.bytes, contentType: found.contentType, url: found.url)
            return JSONFeedWriter.document(for: feed, file: name)
        }
    }
}

struct InspectPageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "The feeds, icon and article of web pages, one JSON object per line."
    )

    @Argument(help: "Files or addresses.") var documents: [String]
    @Option(help: "The address that relative links are resolved against.") var base: String?

    func run() async throws {
        try await InspectedDocument.each(of: documents, base: base) { name, found in
            var page = InspectedPage(html: found.bytes, contentType: found.contentType, pageURL: found.url ?? "")
            for link in found.links where link.relations.contains("alternate") {
                FeedLinks.addAlternate(
                    link.target,
                    type: link.type,
                    title: link.title,
                    pageURL: found.url ?? "",
                    to: &page.feeds
                )
            }
            return page.json(file: name)
        }
    }
}

struct InspectOPMLCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "opml",
        abstract: "The feeds of OPML lists, one JSON object per line; exit 65 when one was refused."
    )

    @Argument(help: "Files or addresses.") var documents: [String]
    @Flag(help: "Write each list as OPML instead, as the bot would.") var rewrite = false

    func run() async throws {
        try await InspectedDocument.each(of: documents, base: nil) { name, found in
            let list = try OPML.parse(found.bytes)
            return rewrite ? Array(OPML.write(list).utf8) : list.json(file: name)
        }
    }
}

/// A document from a file or the web.
struct InspectedDocument {
    var bytes: [UInt8]
    var contentType: String?
    var url: String?
    var links: [HTTPLink] = []

    enum Failure: Error, CustomStringConvertible {
        case unreadableFile
        case status(Int)
        case tooLong(Int)
        case notUTF8

        var description: String {
            switch self {
            case .unreadableFile: "cannot read the file"
            case .status(let status): "the server answered \(status)"
            case .tooLong(let most): "longer than \(most) bytes"
            case .notUTF8: "not a text in UTF-8"
            }
        }
    }

    /// Writes one line for each document.
    ///
    /// For a document that cannot be read the line contains the error, and the exit code is 65.
    static func each(
        of names: [String],
        base: String?,
        line: (String, InspectedDocument) throws -> [UInt8]
    ) async throws {
        var wasRefused = false
        for name in names {
            do {
                emit(try line(name, try await load(name, base: base)))
            } catch {
                wasRefused = true
                emit(refusal(error, file: name))
            }
        }
        if wasRefused { throw ExitCode(65) }
    }

    static func load(_ name: String, base: String?) async throws -> InspectedDocument {
        guard name.lowercased().hasPrefix("http://") || name.lowercased().hasPrefix("https://") else {
            guard let data = FileManager.default.contents(atPath: name) else { throw Failure.unreadableFile }
            return InspectedDocument(bytes: Array(data), contentType: nil, url: base)
        }
        // The operator runs this command and may access the internal network.
        let client = HTTPClient(options: HTTPClientOptions(userAgent: "Crier/\(Crier.version)"))
        defer { client.shutdown() }
        let response = try await client.fetch(HTTPRequest(url: name, trust: .trusted))
        guard (200..<300).contains(response.status) else { throw Failure.status(response.status) }
        return InspectedDocument(
            bytes: response.body,
            contentType: response.contentType,
            url: base ?? response.finalURL,
            links: response.linkHeaders
        )
    }

    /// `{"_crier":{"file","error"}}`, for documents that cannot be loaded and for documents that cannot be parsed.
    static func refusal(_ error: any Error, file: String) -> [UInt8] {
        if let error = error as? FeedParsingError { return JSONFeedWriter.refusal(error, file: file) }
        let facts = ["_crier": ["file": file, "error": "\(error)"]]
        return (try? JSONEncoder().encode(facts)).map(Array.init) ?? []
    }

    static func emit(_ line: [UInt8]) {
        try? FileHandle.standardOutput.write(contentsOf: Data(line + [0x0a]))
    }
}
