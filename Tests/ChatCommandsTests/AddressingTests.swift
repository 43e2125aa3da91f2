import Testing

@testable import ChatCommands

@Suite struct AddressingTests {
    private let room = Addressing(prefix: "!", botNames: ["crier_", "crier"], isPrivate: false)
    private let dm = Addressing(prefix: "!", botNames: ["crier"], isPrivate: true)

    @Test(arguments: [
        ("!headlines tech", "headlines tech", AddressedLine.Manner.byPrefix),
        ("crier: more", "more", .byName), ("Crier, more", "more", .byName), ("crier_: help", "help", .byName),
        ("@crier help", "help", .byName), ("!crier digest week", "digest week", .byName), ("!crier", "", .byName),
        ("crier：帮助", "帮助", .byName), ("！headlines", "headlines", .byPrefix),
        ("!criers", "criers", .byPrefix),
    ])
    func `a room's line is read when it is addressed`(line: String, text: String, manner: AddressedLine.Manner) {
        #expect(room.read(line) == AddressedLine(text: text, manner: manner))
    }

    @Test(arguments: ["hello crier", "!!!", "! no way", "!", "crier is nice", "cried: more", "", "what!help"])
    func `other people's talk is left alone`(line: String) {
        #expect(room.read(line) == nil)
    }

    @Test(arguments: [("headlines", "headlines"), ("!headlines", "headlines"), ("crier: headlines", "headlines")])
    func `in private no prefix is needed`(line: String, text: String) {
        #expect(dm.read(line) == AddressedLine(text: text, manner: .inPrivate))
    }

    @Test func `a room's own prefix replaces the bot's`() {
        let other = Addressing(prefix: "~", botNames: ["crier"], isPrivate: false)
        #expect(other.read("!headlines") == nil)
        #expect(other.read("~headlines")?.text == "headlines")
    }

    @Test(arguments: [
        ("\u{02}!help\u{0F}", "!help"), ("\u{03}04,12!help", "!help"), ("\u{03}!help", "!help"),
        ("\u{04}FF00AA!help", "!help"), ("a\u{00}b\rc", "a b c"), ("  !help  ", "!help"),
        ("\u{03}5,x", ",x"), ("\u{FEFF}!help", "!help"),
    ])
    func `formatting codes and control characters are taken out`(typed: String, plain: String) {
        #expect(PlainInput.cleaned(typed) == plain)
    }

    @Test func `a very long line is cut`() {
        #expect(PlainInput.cleaned(String(repeating: "a", count: 1_000_000)).count == PlainInput.maximumLength)
    }
}
