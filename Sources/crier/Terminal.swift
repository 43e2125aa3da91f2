import ArgumentParser
import Foundation
import Localization
import NewsModel

/// The texts of the command line, in the language of the terminal.
struct Terminal: Sendable {
    let localizer: Localizer

    /// Finds the data folder and the language of the environment, or exits with `code`.
    static func open(data option: String?, orFail code: Int32 = 78) throws -> (Terminal, DataFolder, Catalogue) {
        guard let folder = DataFolder.find(option: option) else {
            Self.error("crier: no locales found; name the data folder with --data")
            throw ExitCode(code)
        }
        do {
            let catalogue = try Catalogue.load(directory: folder.locales.path)
            return (Terminal(localizer: catalogue.localizer(language: language(among: catalogue))), folder, catalogue)
        } catch {
            Self.error("crier: \(error)")
            throw ExitCode(code)
        }
    }

    /// Writes every problem on its own line in the form of compilers: `config.toml:12: what is wrong`.
    func show(_ problems: [ConfigurationProblem], path: String) {
        for problem in problems.sorted(by: { ($0.line ?? 0) < ($1.line ?? 0) }) {
            let place = problem.line.map { "\(path):\($0)" } ?? path
            let text = localizer.text(problem.message)
            let shown = problem.isWarning ? localizer.text("config.warning", ["text": .text(text)]) : text
            Self.error("\(place): \(shown)")
        }
    }

    static func say(_ text: String) { write(text + "\n", to: .standardOutput) }
    /// Writes one line.
    ///
    /// Characters that would break it are replaced.
    static func error(_ text: String) { write(LogText.visible(text) + "\n", to: .standardError) }

    private static func write(_ text: String, to handle: FileHandle) {
        try? handle.write(contentsOf: Data(text.utf8))
    }

    private static func language(among catalogue: Catalogue) -> String {
        let environment = ProcessInfo.processInfo.environment
        let locale = environment["LC_ALL"] ?? environment["LC_MESSAGES"] ?? environment["LANG"] ?? "en"
        let tag = String(locale.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
        return catalogue.language(matching: tag) ?? "en"
    }
}
