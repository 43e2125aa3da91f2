import Foundation
import IRCClient
import NewsModel

/// What "Excess Flood" has taught us of a network, kept over restarts.
struct KeptPace: Sendable {
    private static let key = "pace"

    let network: String
    let state: any NetworkStateStore

    func load() async throws -> IRCPace {
        let numbers = try await state.networkState(network, key: Self.key)?.split(separator: " ")
            .compactMap { Double($0) }
        guard let numbers, numbers.count == 2 else { return .full }
        return IRCPace(share: numbers[0], since: Date(timeIntervalSince1970: numbers[1]))
    }

    func keep(_ pace: IRCPace) async throws {
        let value = "\(pace.share) \(pace.since.timeIntervalSince1970.rounded())"
        try await state.setNetworkState(network, key: Self.key, value: value)
    }
}
