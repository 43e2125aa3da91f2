import ArgumentParser
import Foundation
import Localization
import NewsModel
import Storage

/// Writes a consistent copy of the database while the service runs.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database, consistent even while the bot runs."
    )

    @Argument(help: "Where the copy goes; the file must not exist.") var file: String
    @Option(help: "The configuration file.") var config = "config.toml"
    @Option(help: "The folder of locales and sample news.") var data: String?

    func run() async throws {
        let (terminal, _, _) = try Terminal.open(data: data)
        do {
            let (configuration, _) = try ConfigurationReader.read(path: config)
            let path = configuration.storagePath.path
            guard FileManager.default.fileExists(atPath: path) else {
                Terminal.error(terminal.localizer.text("config.noDatabase", ["path": .text(path)]))
                throw ExitCode(74)
            }
            try await Store.open(path: path).backup(to: file)
        } catch let error as ConfigurationError {
            terminal.show(error.problems, path: error.path)
            throw ExitCode(78)
        } catch let error as StorageError {
            Terminal.error(terminal.localizer.text("config.backupFailed", ["reason": .text("\(error)")]))
            throw ExitCode(74)
        }
    }
}
