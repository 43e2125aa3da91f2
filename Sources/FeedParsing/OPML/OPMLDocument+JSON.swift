extension OPMLDocument {
    /// One line of JSON without a line break: `file`, `version`, `title`, `feeds`, `lists`, `sites`.
    package func json(file: String) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("file", file)
            json.member("version", version)
            json.member("title", title)
            json.key("feeds")
            json.array(feeds) { json, feed in
                json.object { json in
                    json.member("url", feed.url)
                    json.member("title", feed.title)
                    json.member("page", feed.homePageURL)
                    json.key("categories")
                    json.array(feed.allCategories) { json, path in
                        json.array(path) { $0.value($1) }
                    }
                }
            }
            for (name, links) in [("lists", lists), ("sites", opportunities)] {
                json.key(name)
                json.array(links) { json, link in
                    json.object {
                        $0.member("url", link.url)
                        $0.member("title", link.title)
                    }
                }
            }
        }
        return json.bytes
    }
}
