import Testing

@testable import TextAnalysis

@Suite struct FoldingTests {
    @Test(arguments: [
        ("Hello", "hello"), ("already plain", "already plain"), ("Łódź", "lodz"), ("Straße", "strasse"),
        ("STRAẞE", "strasse"), ("Öl Ärger über", "ol arger uber"), ("Ørsted Ångström", "orsted angstrom"),
        ("İstanbul ISPARTA ılık", "istanbul isparta ilik"), ("ＴＯＫＹＯ　２０２６！", "tokyo 2026!"), ("ﬁnance", "finance"),
        ("Ёлка Йод", "елка иод"), ("ΑΘΉΝΑΣ Αθήνας", "αθηνασ αθηνασ"), ("Đà Nẵng", "da nang"),
        ("Œuvre æon", "oeuvre aeon"),
        ("東京タワー", "東京タワー"), ("がぎ", "がぎ"), ("ｶﾞｽ", "ガス"), ("か\u{3099}", "が"), ("서울", "서울"),
        ("\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}", "서울"), ("e\u{301}te\u{301}", "ete"), ("٣٤", "34"),
        ("أحمد", "احمد"), ("हिन्दी", "हिन्दी"), ("soft\u{AD}hyphen", "softhyphen"), ("Windows™ ½", "windows™ ½"),
    ])
    func `case, accents and width fold away`(text: String, folded: String) {
        #expect(TextFolding.folded(text) == folded)
    }

    @Test func `folding every scalar twice changes nothing and keeps its words`() {
        for value in UInt32(0)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "x" + String(Character(scalar)) + "y"
            let folded = TextFolding.folded(text)
            if TextFolding.folded(folded) != folded {
                Issue.record("U+\(String(value, radix: 16)) folds to \(folded) and then further")
            }
            let words = WordTokenizer.tokens(in: text).map(\.folded)
            if WordTokenizer.tokens(in: folded).map(\.folded) != words {
                Issue.record("U+\(String(value, radix: 16)): words differ once folded: \(words)")
            }
        }
    }
}
