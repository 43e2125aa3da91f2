import TOMLKit

/// A configuration file as plain values, freed from the TOML library's reference types.
indirect enum ConfigurationTree: Sendable, Hashable {
    case text(String)
    case integer(Int)
    case decimal(Double)
    case flag(Bool)
    case list([ConfigurationTree])
    case table([String: ConfigurationTree])
    case other

    init(toml source: String) throws {
        self = .table(try Self.entries(of: TOMLTable(string: source)))
    }

    private static func entries(of table: TOMLTable) -> [String: ConfigurationTree] {
        var entries: [String: ConfigurationTree] = [:]
        for key in table.keys {
            if let value = table[key] { entries[key] = ConfigurationTree(value) }
        }
        return entries
    }

    private init(_ value: any TOMLValueConvertible) {
        if let text = value.string {
            self = .text(text)
        } else if let flag = value.bool {
            self = .flag(flag)
        } else if let integer = value.int {
            self = .integer(integer)
        } else if let decimal = value.double {
            self = .decimal(decimal)
        } else if let array = value.array {
            self = .list(array.map { ConfigurationTree($0) })
        } else if let table = value.table {
            self = .table(Self.entries(of: table))
        } else {
            self = .other
        }
    }
}
