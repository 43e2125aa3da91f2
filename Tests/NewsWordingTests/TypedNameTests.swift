import Testing

@testable import NewsWording

@Suite struct TypedNameTests {
    @Test func `a name that commands would take for one of their words is typed in quotation marks`() {
        for word in TypedName.commandWords {
            let name = word.prefix(1).uppercased() + word.dropFirst()
            #expect(TypedName.of(name) == "\"\(name)\"")
        }
        #expect(TypedName.of("Example") == "Example")
        #expect(TypedName.of("The Example") == "\"The Example\"")
        #expect(TypedName.of("7") == nil)
    }
}
