import NewsModel
import Testing

@Suite struct BoundedMapTests {
    @Test func `a crowd pushes out what was set the longest ago, never all`() {
        var map = BoundedMap<Int, String>(limit: 100)
        for number in 0..<150 {
            map[number] = "x"
            // Somebody who is here all the time.
            map[-1] = "kept"
        }
        #expect(map.count <= 100 && map.count >= 80)
        #expect(map[-1] == "kept")
        #expect(map[149] == "x")
        #expect(map[0] == nil)
        map[149] = nil
        #expect(map[149] == nil)
    }

    @Test func `a map of one entry holds the newest`() {
        var map = BoundedMap<String, Int>(limit: 1)
        for number in 0..<5 { map["\(number)"] = number }
        #expect(map.count == 1 && map["4"] == 4)
    }
}
