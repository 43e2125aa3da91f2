import Foundation
import Localization
import NewsModel
import Storage

/// Puts what is pushed of a feed into a thread below its first post of the day, in rooms that want it.
struct FeedThreads {
    let store: Store
    let reader: LaneReader
    let now: Date

    /// The first post of the day of the only feed that a message tells of; nil if there is none, or it may open no
    /// thread.
    func thread(of planned: DeliveryPlan.Message, _ made: MessageMaker.Made) async throws -> String? {
        guard let room = reader.room, room.etiquette.threadsFeeds, reader.traits.mayThread else { return nil }
        switch planned {
        case .single, .several: break
        case .made, .edit: return nil
        }
        return try await store.feedThread(
            ofFeedOf: made.listed,
            at: Address(network: room.network, kind: .room, target: room.name),
            since: reader.localizer.calendar.startOfDay(for: now)
        )
    }
}
