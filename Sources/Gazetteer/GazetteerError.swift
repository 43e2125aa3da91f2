/// Why a gazetteer cannot be opened.
package enum GazetteerError: Error, Equatable {
    /// The system's error number for the file.
    case cannotRead(path: String, code: Int32)
    /// The file does not begin with "CRIERGAZ".
    case notAGazetteer(path: String)
    /// The file is of another version of the format.
    case unknownVersion(path: String, version: UInt32)
    /// The file is shorter than it says, or a part lies outside it.
    case truncated(path: String)
}
