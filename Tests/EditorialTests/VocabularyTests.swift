import Testing

@testable import Editorial

@Suite struct VocabularyTests {
    @Test func `the vocabulary that ships can be read`() {
        #expect(VocabularyFiles.all.count >= 6)
        #expect(VocabularyFiles.vocabulary.problems.map(\.message) == [])
    }
}
