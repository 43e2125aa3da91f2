internal import CTOML

/// Builds the tree of a document from the calls of the parser.
final class TreeBuilder {
    private enum Branch {
        case table([String: TOMLTree])
        case list([TOMLTree])
    }

    /// The file's own table, then the tables and arrays that have begun, each with its key.
    private var open: [(key: String, branch: Branch)] = [("", .table([:]))]

    func begin(_ key: String, isTable: Bool) { open.append((key, isTable ? .table([:]) : .list([]))) }

    func end() {
        guard open.count > 1, let last = open.popLast() else { return }
        switch last.branch {
        case .table(let entries): add(.table(entries), last.key)
        case .list(let elements): add(.list(elements), last.key)
        }
    }

    func add(_ value: TOMLTree, _ key: String) {
        guard let last = open.popLast() else { return }
        switch last.branch {
        case .table(var entries):
            entries[key] = value
            open.append((last.key, .table(entries)))
        case .list(var elements):
            elements.append(value)
            open.append((last.key, .list(elements)))
        }
    }

    func finish() -> [String: TOMLTree] {
        guard case .table(let entries)? = open.first?.branch else { return [:] }
        return entries
    }

    /// The calls that fill a builder, which must outlive them.
    static func visitor(for builder: TreeBuilder) -> ctoml_visitor {
        ctoml_visitor(
            context: Unmanaged.passUnretained(builder).toOpaque(),
            beginTable: { TreeBuilder.of($0)?.begin(TreeBuilder.text($1, $2), isTable: true) },
            beginArray: { TreeBuilder.of($0)?.begin(TreeBuilder.text($1, $2), isTable: false) },
            end: { TreeBuilder.of($0)?.end() },
            text: { TreeBuilder.of($0)?.add(.text(TreeBuilder.text($3, $4)), TreeBuilder.text($1, $2)) },
            integer: { TreeBuilder.of($0)?.add(.integer(Int($3)), TreeBuilder.text($1, $2)) },
            decimal: { TreeBuilder.of($0)?.add(.decimal($3), TreeBuilder.text($1, $2)) },
            flag: { TreeBuilder.of($0)?.add(.flag($3), TreeBuilder.text($1, $2)) },
            other: { TreeBuilder.of($0)?.add(.other, TreeBuilder.text($1, $2)) }
        )
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> TreeBuilder? {
        context.map { Unmanaged<TreeBuilder>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
