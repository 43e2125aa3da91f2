/// Handles start tags.
extension FeedReader {
    /// Detects the format from the root element.
    func startDocument(_ element: FeedElement, _ name: XMLName, _ attributes: XMLAttributes) -> Bool {
        switch element {
        case .rss:
            feed.format = Self.rssFormat(attributes.value("version"))
            scope = .feed
        case .rdf:
            feed.format = .rss10
            scope = .feed
        case .channel:
            if attributes.value("base") != nil || attributes.value("lastmod") != nil { feed.format = .cdf }
            if let href = attributes.value("href") { feedLink.offer(resolved(href), rank: 5) }
            scope = .feed
        case .atomFeed, .item:
            startAtom(name, attributes)
            scope = .feed
            if element == .item { startItem(attributes) }
        default:
            let root = String(cString: name.local)
            failure = root.lowercased() == "html" ? .webPage : .notAFeed(root)
            return false
        }
        feed.language = languages.last
        return true
    }

    private static func rssFormat(_ version: String?) -> ParsedFeed.Format {
        switch version {
        case "0.90": .rss090
        case "0.91": .rss091
        case "0.92": .rss092
        case "1.0": .rss10
        case let version? where version.hasPrefix("2"): .rss20
        default: .rss
        }
    }

    private func startAtom(_ name: XMLName, _ attributes: XMLAttributes) {
        isAtom = true
        vocabulary.rootNamespace = .atom
        let namespace = name.namespace.map { String(cString: $0) } ?? ""
        let version = attributes.value("version") ?? ""
        feed.format = namespace.contains("purl.org/atom") || version.hasPrefix("0.") ? .atom03 : .atom10
    }

    func start(_ element: FeedElement, _ attributes: XMLAttributes) {
        switch element {
        case .item: startItem(attributes)
        case .channel:
            if let about = attributes.prefixedValue("about"), feed.format == .rss10 { feedLink.offer(about, rank: 9) }
        case .image where scope == .feed || scope == .item:
            if scope == .item {
                leaf.open(.html)
                leaf.attribute = attributes.value("href") ?? attributes.value("url")
                leaf.attribute = leaf.attribute ?? attributes.prefixedValue("resource")
            } else {
                scope = .image
            }
        case .author, .contributor, .itunesOwner, .rssAuthor:
            startPerson()
        case .atomSource:
            if scope == .item { scope = .source }
        // The object of an activity has its own id, title and links, which are not the item's.
        case .textInput, .activityThing: scope = .other
        case .mediaContent: startMedia(attributes)
        case .mediaThumbnail: offerImage(attributes.value("url"), width: attributes.value("width"), rank: 1)
        case .itunesImage: readItunesImage(attributes)
        case .podcastImages:
            // `srcset` as in HTML: each address is followed by its width.
            offerImage(attributes.value("srcset")?.split(separator: " ").first.map(String.init), width: nil, rank: 3)
        case .enclosure: readEnclosure(attributes)
        case .atomLink: readAtomLink(attributes)
        case .link: startLink(attributes)
        case .atomCategory, .category, .itunesCategory: startCategory(element, attributes)
        case .rss, .rdf, .rdfItems, .atomFeed, .mediaGroup, .skipDays, .skipHours, .unknown: break
        default: startText(element, attributes)
        }
    }

    private func startItem(_ attributes: XMLAttributes) {
        guard scope == .feed || scope == .item else { return }
        // An item inside an item means that the first was never closed.
        if scope == .item { finishItem() }
        scope = .item
        draft = ItemDraft()
        draft.item.language = stack.last?.hasLanguage == true ? languages.last : nil
        if let about = attributes.prefixedValue("about") { draft.about = about }
        if attributes.count > 0 { readCDFItem(attributes) }
    }

    /// The Channel Definition Format uses attributes where other formats use elements.
    private func readCDFItem(_ attributes: XMLAttributes) {
        if let href = attributes.value("href") { draft.link.offer(resolved(href), rank: 5) }
        if let modified = attributes.value("lastmod") { draft.updated.offer(FeedDate.parse(modified), rank: 1) }
    }

    private func startPerson() {
        guard scope == .feed || scope == .item else {
            scope = .other
            return
        }
        person = PersonDraft()
        person.isOfItem = scope == .item
        scope = .person
    }

    private func startLink(_ attributes: XMLAttributes) {
        if attributes.count > 0, attributes.value("href") != nil {
            readAtomLink(attributes)
        } else {
            leaf.open(.text)
        }
    }

    private func startCategory(_ element: FeedElement, _ attributes: XMLAttributes) {
        let label = attributes.value("label")
        let term = attributes.value("term") ?? attributes.value("text")
        if element == .itunesCategory || element == .atomCategory {
            addCategory(TitleText.clean((label?.isEmpty == false ? label : nil) ?? term ?? ""))
            guard label == nil, term == nil, element == .atomCategory else { return }
        }
        leaf.open(.html)
        leaf.attribute = label ?? term
    }

    private func startText(_ element: FeedElement, _ attributes: XMLAttributes) {
        leaf.open(isAtom || attributes.count > 0 ? kind(element, attributes) : .html)
        guard attributes.count > 0 else { return }
        switch element {
        case .id: leaf.isPermalink = attributes.value("isPermaLink")?.lowercased() != "false"
        case .rssSource: leaf.attribute = attributes.value("url")
        case .podcastPerson: leaf.attribute = attributes.value("role")
        case .content: leaf.attribute = attributes.value("src")
        default: break
        }
    }

    /// How an element's text is encoded (RFC 4287 section 3.1; Atom 0.3's `mode`).
    private func kind(_ element: FeedElement, _ attributes: XMLAttributes) -> TextLeaf.Kind {
        let type = attributes.value("type")?.lowercased()
        switch attributes.value("mode")?.lowercased() {
        case "base64": return .base64
        case "escaped" where type != "text/plain" && type != nil: return .html
        case "xml" where type == "application/xhtml+xml" || type == "text/html": return .xhtml
        default: break
        }
        switch type {
        case nil: return isAtom && element != .id ? .text : .html
        case "text", "text/plain": return .text
        case "html", "text/html": return .html
        case "xhtml", "application/xhtml+xml": return .xhtml
        case let type? where type.hasSuffix("+xml") || type.hasSuffix("/xml"): return .xhtml
        case let type? where type.hasPrefix("text/"): return .text
        default: return isAtom && type?.utf8.contains(UInt8(ascii: "/")) == true ? .base64 : .html
        }
    }
}
