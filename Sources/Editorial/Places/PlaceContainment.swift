internal import Gazetteer
internal import Geography

/// Which places lie in which, for choosing between meanings.
enum PlaceContainment {
    static func holds(_ outer: NameMeaning, _ inner: NameMeaning) -> Bool {
        guard outer.kind != .city, outer.placeIndex != inner.placeIndex else { return false }
        if inner.parentIndex == outer.placeIndex || inner.countryIndex == outer.placeIndex { return true }
        let hasExtent = outer.kind == .county || outer.kind == .area || outer.kind == .territory
        guard hasExtent, inner.kind != .country else { return false }
        return outer.radius > inner.radius && outer.position.distance(to: inner.position) <= Double(outer.radius) * 1.2
    }

    static func holds(_ outers: [NameMeaning], any inners: [NameMeaning]) -> Bool {
        outers.prefix(6).contains { outer in inners.contains { holds(outer, $0) } }
    }
}
