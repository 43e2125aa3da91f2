import ArgumentParser
import Editorial
import Foundation
import Gazetteer
import TextAnalysis

struct InspectTextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "text",
        abstract:
            "The language, keyphrases and places of texts, one JSON object per line; exit 65 when one was refused.",
        discussion: "Files or addresses of plain text in UTF-8. Offsets count Unicode scalars from 0."
    )

    /// Texts longer than this, in bytes, are refused.
    private static let longest = 10_000_000

    @Argument(help: "Files or addresses.") var documents: [String]
    @Option(help: "The folder with the bot's data.") var data: String?

    func run() async throws {
        let knowledge = try NewsKnowledge(data: data)
        let places = try knowledge.placeFinder()
        try await InspectedDocument.each(of: documents, base: nil) { name, found in
            guard found.bytes.count <= Self.longest else { throw InspectedDocument.Failure.tooLong(Self.longest) }
            guard let text = String(validating: found.bytes, as: UTF8.self) else {
                throw InspectedDocument.Failure.notUTF8
            }
            return try InspectedText(text, file: name, analyser: knowledge.analyser, places: places).json()
        }
    }
}

struct InspectStoriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stories",
        abstract: "Which headlines report one event; exit 65 when a line was refused.",
        discussion: """
            Each line of the file is ID<TAB>TIME<TAB>SOURCE<TAB>TITLE, with the time in Unix seconds, rising. Each line that \
            comes out is ID<TAB>STORY<TAB>NEWS: the first article of its story, and the article whose news it repeats, or \
            itself. Lines that cannot be read are named on the standard error output; the others count.
            """
    )

    @Argument(help: "A file of tab-separated lines, or - for the standard input.") var file: String
    @Option(help: "The folder with the bot's data.") var data: String?

    func run() async throws {
        let handle = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file)
        guard let handle, let bytes = try? handle.readToEnd() ?? Data() else {
            Terminal.error("\(file): \(InspectedDocument.Failure.unreadableFile)")
            throw ExitCode(65)
        }
        let list = HeadlineList(bytes)
        for problem in list.problems { Terminal.error("\(file):\(problem.line): \(problem.reason)") }
        let stories = list.stories(analyser: try NewsKnowledge(data: data).analyser)
        for story in stories { InspectedDocument.emit(Array("\(story.id)\t\(story.story)\t\(story.news)".utf8)) }
        if !list.problems.isEmpty { throw ExitCode(65) }
    }
}

/// What articles are understood by: the vocabulary and the gazetteer.
struct NewsKnowledge {
    let folder: DataFolder
    let analyser: ArticleAnalyser

    init(data: String?) throws {
        guard let folder = DataFolder.find(option: data) else {
            Terminal.error("cannot find the folder with the bot's data; name it with --data")
            throw ExitCode(78)
        }
        self.folder = folder
        // Without places, only names that are written alike agree.
        let places = (try? Gazetteer(path: folder.gazetteer.path)).map(PlaceFinder.init)
        let files = VocabularyReader.read(folder.vocabulary).files
        analyser = ArticleAnalyser(vocabulary: Vocabulary(files), places: places)
    }

    func placeFinder() throws -> PlaceFinder {
        do {
            return PlaceFinder(gazetteer: try Gazetteer(path: folder.gazetteer.path))
        } catch {
            Terminal.error("\(folder.gazetteer.path): \(error)")
            throw ExitCode(78)
        }
    }
}
