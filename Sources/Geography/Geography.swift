// Geography holds positions on the earth and computes the distances between them.
// It knows no places: those are in Gazetteer (by name) and in NewsModel (as articles name them).
// It is a module of its own because Gazetteer could be lifted out and must not know the news.
// It imports nothing of ours and does no I/O.
// Used by Gazetteer, NewsModel, TextAnalysis, Storage, Editorial, Games and crier.

internal import Glibc

/// A point on the earth, in degrees.
package struct Coordinates: Sendable, Hashable {
    package var latitude: Double
    package var longitude: Double

    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The great-circle distance in kilometres, on a sphere of 6,371 km (haversine).
    package func distance(to other: Coordinates) -> Double {
        let radians = Double.pi / 180
        let first = latitude * radians
        let second = other.latitude * radians
        let vertical = sin((second - first) / 2)
        let horizontal = sin((other.longitude - longitude) * radians / 2)
        let chord = vertical * vertical + cos(first) * cos(second) * horizontal * horizontal
        return 2 * 6371 * asin(min(1, chord.squareRoot()))
    }
}
