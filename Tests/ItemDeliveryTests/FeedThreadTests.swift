import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

@Suite(.timed) struct FeedThreadTests {
    private let harness: DeliveryHarness
    private let room: Room
    private let feed: Feed
    private let address: Address

    init() async throws {
        harness = try await DeliveryHarness(kind: .matrix)
        (room, feed, address) = try await harness.followingRoom()
        try await set(threadsFeeds: true)
    }

    private func set(threadsFeeds: Bool) async throws {
        var etiquette = room.etiquette
        (etiquette.idleMinutes, etiquette.threadsFeeds) = (0, threadsFeeds)
        try await harness.store.saveEtiquette(etiquette, of: room.id)
    }

    /// Publishes one story, and says below which event it is posted.
    private func post(_ title: String, in feed: Feed, as event: String) async throws -> String? {
        try await harness.publish([title], in: feed)
        _ = await harness.worker.deliverDue()
        let posted = try #require(harness.network.arrived.last)
        #expect(harness.network.texts(to: address).last?.contains(title) == true)
        try await harness.store.recordPosted(network: address.network, eventID: event, key: posted.key)
        harness.time.advance(by: 600)
        let question = harness.network.made.last?.question
        #expect(question?.thread == question?.messageID)
        return question?.thread
    }

    @Test func `stories of a feed are posted below its first of the day`() async throws {
        #expect(try await post("Ferry sails again", in: feed, as: "$1:test") == nil)
        #expect(try await post("Bakery has flour", in: feed, as: "$2:test") == "$1:test")
        let other = try await harness.store.sampleFeed("other")
        try await harness.publish([], in: other)
        _ = try await harness.store.addSubscription(
            of: room.id.recipient,
            to: other.id,
            at: address,
            limit: 100,
            time: harness.time.now
        )
        #expect(try await post("Orchard on a roof", in: other, as: "$3:test") == nil)
        #expect(try await post("Tram to the airport", in: feed, as: "$4:test") == "$1:test")
        #expect(try await post("Puffins are counted", in: other, as: "$5:test") == "$3:test")
        harness.time.advance(by: 86_400)
        #expect(try await post("Opera house reopens", in: feed, as: "$6:test") == nil)
        #expect(try await post("Old maps are shown", in: feed, as: "$7:test") == "$6:test")
    }

    @Test func `a thread that the network refuses is followed by a new one`() async throws {
        #expect(try await post("Ferry sails again", in: feed, as: "$1:test") == nil)
        #expect(try await post("Bakery has flour", in: feed, as: "$2:test") == "$1:test")
        try await harness.store.forgetThread(network: "elsewhere", room: room.name, root: "$1:test")
        #expect(try await post("Tram to the airport", in: feed, as: "$3:test") == "$1:test")
        try await harness.store.forgetThread(network: address.network, room: room.name, root: "$1:test")
        #expect(try await post("Puffins are counted", in: feed, as: "$4:test") == nil)
        #expect(try await post("Opera house reopens", in: feed, as: "$5:test") == "$4:test")
    }

    @Test func `rooms that do not ask for it get no threads`() async throws {
        try await set(threadsFeeds: false)
        #expect(try await post("Ferry sails again", in: feed, as: "$1:test") == nil)
        #expect(try await post("Bakery has flour", in: feed, as: "$2:test") == nil)
    }
}
