import Foundation
import Testing

@testable import Localization

@Suite struct CatalogueReloadTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "locales-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "en"), withIntermediateDirectories: true)
    }

    private func write(_ text: String) throws {
        try text.write(to: folder.appending(path: "en/a.toml"), atomically: true, encoding: .utf8)
    }

    @Test func `a reload reaches whoever holds the catalogue`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("[a]\nb = \"old\"\n")
        let catalogue = try Catalogue.load(directory: folder.path)
        #expect(catalogue.localizer().text("a.b") == "old")
        try write("[a]\nb = \"new\"\n")
        try catalogue.reload(directory: folder.path)
        #expect(catalogue.localizer().text("a.b") == "new")
        #expect(catalogue.revision == 1)
    }

    @Test func `a file that cannot be read changes nothing`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("[a]\nb = \"old\"\n")
        let catalogue = try Catalogue.load(directory: folder.path)
        try write("[a\nb = ")
        #expect(throws: (any Error).self) { try catalogue.reload(directory: folder.path) }
        #expect(catalogue.localizer().text("a.b") == "old")
    }
}
