import ArgumentParser
struct ConsoleCommand: AsyncParsableCommand { static let configuration = CommandConfiguration(commandName: "console"); func run() async throws {} }
