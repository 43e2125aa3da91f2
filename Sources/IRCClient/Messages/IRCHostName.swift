/// Checks server names: at least one dot, and labels of letters, digits and inner hyphens (RFC 952, RFC 1123).
enum IRCHostName {
    static func isValid(_ text: String) -> Bool {
        guard (2...253).contains(text.utf8.count), text.utf8.contains(UInt8(ascii: ".")) else { return false }
        var labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // A trailing dot stands for the DNS root.
        if labels.last?.isEmpty == true { labels.removeLast() }
        return labels.allSatisfy(isLabel)
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard (1...63).contains(label.count), label.first != hyphen, label.last != hyphen else { return false }
        return label.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), hyphen:
                true
            default: false
            }
        }
    }
}
