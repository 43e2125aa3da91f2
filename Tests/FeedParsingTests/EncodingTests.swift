import Glibc
import Testing

@testable import FeedParsing

private func title(_ bytes: [UInt8], contentType: String? = nil) throws -> String? {
    try FeedParser.parse(bytes, contentType: contentType).title
}

private func document(_ prolog: String, _ title: [UInt8]) -> [UInt8] {
    Array("\(prolog)<rss><channel><title>".utf8) + title + Array("</title></channel></rss>".utf8)
}

struct EncodingTests {
    @Test(
        arguments: [
            ("windows-1251", [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], "Привет"),
            ("koi8-r", [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4], "Привет"),
            ("gb2312", [0xd6, 0xd0, 0xb9, 0xfa], "中国"), ("big5", [0xa4, 0xa4, 0xb0, 0xea], "中國"),
            ("shift_jis", [0x93, 0xfa, 0x96, 0x7b], "日本"), ("euc-jp", [0xc6, 0xfc, 0xcb, 0xdc], "日本"),
            ("euc-kr", [0xc7, 0xd1, 0xb1, 0xb9], "한국"), ("iso-8859-1", [0x63, 0x61, 0x66, 0xe9, 0x92, 0x73], "café’s"),
            ("iso-8859-2", [0xb1, 0xea], "ąę"), ("iso-8859-15", [0xa4], "€"), ("windows-1253", [0xe1, 0xe2], "αβ"),
        ] as [(String, [UInt8], String)]
    )
    func `declared encodings are believed`(name: String, bytes: [UInt8], text: String) throws {
        #expect(try title(document("<?xml version='1.0' encoding='\(name)'?>", bytes)) == text)
        #expect(try title(document("", bytes), contentType: "text/xml; charset=\"\(name)\"") == text)
    }

    @Test func `UTF-8 is UTF-8 whatever was declared`() throws {
        #expect(
            try title(document("<?xml version='1.0' encoding='iso-8859-1'?>", Array("café – 日本".utf8))) == "café – 日本"
        )
        #expect(
            try title([0xef, 0xbb, 0xbf] + document("", Array("é".utf8)), contentType: "text/xml; charset=koi8-r")
                == "é"
        )
    }

    @Test func `a text cut between bytes does not turn the whole feed into another encoding`() throws {
        let prolog = "<?xml version='1.0' encoding='utf-8'?>"
        #expect(try title(document(prolog, Array("Café “q” cut".utf8) + [0xe2, 0x80])) == "Café “q” cut")
        #expect(try title(document(prolog, Array("é ".utf8) + [0xe9, 0x20])) == "é é")
        // Emoji as two surrogates of three bytes each.
        #expect(try title(document(prolog, Array("é ".utf8) + [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80])) == "é 😀")
        #expect(try title(document(prolog, [0x63, 0x61, 0x66, 0xe9])) == "café")
    }

    @Test func `wide encodings are known by their zero bytes`() throws {
        let text = "<?xml version='1.0' encoding='utf-16'?><rss><channel><title>é日</title></channel></rss>"
        let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        let wide = text.unicodeScalars.flatMap { scalar in
            (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) }
        }
        let wideBig = text.unicodeScalars.flatMap { scalar in
            (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> (24 - $0 * 8)) }
        }
        let marked = [
            [0xff, 0xfe] + little, [0xfe, 0xff] + big, [0xff, 0xfe, 0, 0] + wide, [0, 0, 0xfe, 0xff] + wideBig,
        ]
        for bytes in [little, big, wide, wideBig] + marked {
            #expect(try title(bytes) == "é日")
            #expect(try title(bytes, contentType: "text/xml; charset=iso-8859-1") == "é日")
        }
    }

    @Test func `undeclared Cyrillic is recognised and undeclared French stays French`() throws {
        let russian: [UInt8] = [
            0xcf, 0xf0, 0xe5, 0xe7, 0xe8, 0xe4, 0xe5, 0xed, 0xf2, 0x20, 0xef, 0xee, 0xe4, 0xef, 0xe8, 0xf1, 0xe0, 0xeb,
        ]
        #expect(try title(document("", russian)) == "Президент подписал")
        let french: [UInt8] =
            Array("d".utf8) + [0xe9] + Array("j".utf8) + [0xe0] + Array(" vu ".utf8) + [0xe0] + Array(" l'".utf8) + [
                0xe9
            ] + Array("t".utf8) + [0xe9]
        #expect(try title(document("", french)) == "déjà vu à l'été")
    }

    @Test func `strays in UTF-8 become the characters they were`() throws {
        #expect(try title(document("", Array("日本語 caf".utf8) + [0xe9])) == "日本語 café")
    }

    @Test func `text encoded twice is undone`() throws {
        #expect(try title(document("", Array("CataluÃ±a".utf8))) == "Cataluña")
        for honest in ["SÃO PAULO", "AMANHÃ…", "CAFÉ’S", "CAFÉ®", "câlin à 5 €", "ESPAÑA – MAÑANA"] {
            #expect(try title(document("", Array(honest.utf8))) == honest)
        }
    }

    @Test(
        arguments: [
            // Declared in the prolog, and the encoding the bytes are in, named by the server.
            ("utf-8", "koi8-r", [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4], "Привет"),
            ("windows-1251", "big5", [0xa4, 0xa4, 0xb0, 0xea], "中國"),
            ("iso-8859-1", "gb18030", [0xd6, 0xd0, 0x95, 0x32, 0x82, 0x36], "中𠀀"),
            ("gb2312", "shift_jis", [0x93, 0xfa, 0x96, 0x7b], "日本"),
            ("big5", "euc-kr", [0xc7, 0xd1, 0xb1, 0xb9], "한국"),
        ] as [(String, String, [UInt8], String)]
    )
    func `the server's word comes before the document's`(
        prolog: String,
        charset: String,
        bytes: [UInt8],
        text: String
    ) throws {
        let document = document("<?xml version='1.0' encoding='\(prolog)'?>", bytes)
        #expect(try title(document, contentType: "application/xml;charset=\(charset)") == text)
    }

    @Test func `a server's UTF-8 that is none leaves it to the document`() throws {
        let bytes: [UInt8] = [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]
        let document = document("<?xml version='1.0' encoding='windows-1251'?>", bytes)
        #expect(try title(document, contentType: "text/xml; charset=utf-8") == "Привет")
    }

    @Test(
        arguments: [
            ("euc-kr", "대통령이 오늘 새로운 정책을 발표했다고 밝혔다"), ("shift_jis", "政府は今日新しい政策を発表しました"),
            ("gb18030", "中国政府今天发表了新的经济政策"), ("koi8-r", "Президент сегодня подписал новый закон"),
        ]
    )
    func `text in an encoding that nobody declared, or that was declared as UTF-8, is recognised`(
        name: String,
        text: String
    ) throws {
        let names = ["euc-kr": "cp949", "shift_jis": "cp932"]
        let bytes = try #require(Self.encoded(text, as: names[name] ?? name))
        #expect(try title(document("", bytes)) == text)
        #expect(try title(document("<?xml version='1.0' encoding='utf-8'?>", bytes)) == text)
    }

    private static func encoded(_ text: String, as name: String) -> [UInt8]? {
        guard let handle = iconv_open(name, "UTF-8"), Int(bitPattern: handle) != -1 else { return nil }
        defer { iconv_close(handle) }
        var input = text.utf8.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: input.count * 2)
        let written = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                var (cursor, left) = (source.baseAddress, source.count)
                var (place, room) = (target.baseAddress, target.count)
                _ = iconv(handle, &cursor, &left, &place, &room)
                return target.count - room
            }
        }
        return output.prefix(written).map { UInt8(bitPattern: $0) }
    }
}
