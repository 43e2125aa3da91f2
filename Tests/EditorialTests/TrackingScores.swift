import Foundation
import Testing

@testable import Editorial

struct TrackingScores {
    private static let cases: [[String: String]] = {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path
        for root in [beside, "/work"] {
            let path = root + "/shared/corpora/vectors/url-tracking.json"
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            return (try? JSONSerialization.jsonObject(with: data)) as? [[String: String]] ?? []
        }
        return []
    }()

    @Test(.enabled(if: !cases.isEmpty, "the shared corpora are not here"))
    func `addresses lose what miniflux takes from them`() {
        var passed = 0
        for one in Self.cases {
            let sites = ["baseURL", "feedURL"].compactMap { one[$0] }
            let clean = StoryKeys.cleanURL(one["input"] ?? "", sites: sites)
            if clean == one["expected"] { passed += 1 } else { print("  url-tracking: \(one) \(clean)") }
        }
        let percent = String(format: "%.2f", Double(passed) / Double(Self.cases.count) * 100)
        print("score\turl-tracking\t\(passed)/\(Self.cases.count)\t\(percent) %\t")
        #expect(passed == Self.cases.count)
    }
}
