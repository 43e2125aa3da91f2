import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Searches for words that are common in some language only.
@Suite(.timed) struct CommonWordSearchTests {
    @Test(arguments: [
        ("AI", "1. AI changes war"), ("war", "1. AI changes war"), ("AI war", "1. AI changes war"),
        ("men", "1. Three men in a van"), ("van", "1. Three men in a van"), ("era", "1. The era of the door"),
        ("door", "1. The era of the door"), ("man", "Nothing found"),
    ]) func `they are found with the index`(words: String, expected: String) async throws {
        let chat = try await Conversation()
        try await chat.publishes("AI changes war", "Three men in a van", "The era of the door", "Calm seas")
        while try await chat.store.indexSomeArticles() > 0 {}
        let answer = try await chat.says("search \(words)", expect: "Search: ", expected)
        #expect(!answer.contains("so I looked at") && !answer.contains("Calm seas"), "\(answer)")
    }
}
