import ArgumentParser
struct RunCommand: AsyncParsableCommand { static let configuration = CommandConfiguration(commandName: "run"); func run() async throws {} }
