import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Which place a name means behind `place:` and `near:`.
@Suite(.timed) struct PlaceNameTests {
    private func chat() async throws -> Conversation {
        let chat = try await Conversation()
        try await chat.publishes("Paris, Texas, lights its own tower", "Museum in Paris, France, opens again")
        while try await chat.store.indexSomeArticles() > 0 {}
        return chat
    }

    @Test(arguments: [
        ("place:Paris", "place:paris place:france"), ("place:巴黎", "place:paris place:france"),
        ("near:Paris", "near:\"Paris, France\",100km"), ("place:\"Paris, France\"", "place:paris place:france"),
        // As it is shown, it is understood again.
        ("place:paris place:france", "place:paris place:france"),
        ("place:Paris -tower", "-tower"),
    ])
    func `a bare name means the best known place of that name`(query: String, shown: String) async throws {
        let chat = try await chat()
        let answer = try await chat.says("search \(query)", expect: "Search: ", shown, "Museum in Paris")
        #expect(!answer.contains("Texas"), "\(answer)")
    }

    @Test(arguments: [
        "place:\"Paris, Texas\"", "place:paris place:texas", "place:Paris Texas", "near:\"Paris, Texas\"",
        "-place:Paris tower",
    ])
    func `a query that says where it lies means another one`(query: String) async throws {
        let chat = try await chat()
        let answer = try await chat.says("search \(query)", expect: "lights its own tower")
        #expect(!answer.contains("Museum"), "\(answer)")
    }

    @Test func `alerts and mutes mean the same place as searches`() async throws {
        let chat = try await chat()
        try await chat.says("alert add place:Paris", expect: "place:paris place:france", "1 of the newest 2")
        try await chat.says("alert add place:paris place:france", expect: "That is alert 1 already")
        try await chat.says("alert add place:\"Paris, Texas\"", expect: "Alert 2: place:paris place:texas")
        try await chat.says("mute place Paris", expect: "Muted place:paris place:france")
        let headlines = try await chat.says("headlines", expect: "lights its own tower")
        #expect(!headlines.contains("Museum"), "\(headlines)")
    }

    @Test(arguments: [
        ("near:\"Leipzig -5km\"", "“-5km” is none"), ("near:\"Leipzig, −5 miles\"", "“-5miles” is none"),
        ("near:\"Leipzig-5\"", "“-5” is none"), ("near:\"莱比锡 -5公里\"", "“-5公里” is none"),
        ("near:\"Leipzig 0km\"", "“0km” is none"), ("flood near Leipzig -5km", "“-5km” is none"),
        ("near:\"Leipzig -5km\",20km", "“-5km” is none"),
        ("near:\"Leipzig 50km\",20km", "two distances behind near:, 50km and 20km"),
        ("near:\"Leipzig\",50km,20km", "two distances behind near:, 50km and 20km"),
    ])
    func `a distance that cannot be, and a second one, are refused`(query: String, expected: String) async throws {
        let chat = try await chat()
        try await chat.says("search \(query)", expect: expected)
        try await chat.says("alert add \(query)", expect: expected)
    }

    @Test(arguments: [
        ("near:\"Leipzig 50km\"", "near:\"Leipzig, Germany\",50km"),
        ("near:\"Leipzig, 30 miles\"", "near:\"Leipzig, Germany\",30mi"),
        ("near:\"Leipzig 50\"", "near:\"Leipzig, Germany\",50km"),
        ("near:\"莱比锡50公里\"", "near:\"Leipzig, Germany\",50km"), ("near:\"Leipzig 9999km\"", "is 1 to 5,000 km"),
        ("near:\"Germany 50km\"", "is no town"), ("near:\"Xqzptl 50km\"", "no place called “Xqzptl 50km”"),
    ])
    func `a distance behind the name in the quotes is a distance`(query: String, expected: String) async throws {
        let chat = try await chat()
        try await chat.says("search \(query)", expect: expected)
        try await chat.says("alert add \(query)", expect: expected)
    }
}
