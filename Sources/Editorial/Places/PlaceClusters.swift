internal import Geography
package import NewsModel

/// Joins towns near each other.
package enum PlaceClusters {
    /// Towns at most so many kilometres from the first town of a cluster belong to it.
    package static let radius = 50.0

    /// Clusters of towns, each named after the town with most stories; those with most stories first.
    package static func clusters(of towns: [PlaceNews]) -> [PlaceNews] {
        func isBefore(_ left: PlaceNews, _ right: PlaceNews) -> Bool {
            (right.stories.count, left.place.name, left.place.id) < (
                left.stories.count, right.place.name, right.place.id
            )
        }
        var clusters: [PlaceNews] = []
        for town in towns.sorted(by: isBefore) {
            let near = clusters.firstIndex { $0.place.position.distance(to: town.place.position) <= radius }
            if let near { clusters[near].stories.formUnion(town.stories) } else { clusters.append(town) }
        }
        return clusters.sorted(by: isBefore)
    }
}
