/// Finds feeds on sites for source code and packages, by the page's address.
enum CodeSites {
    static func feeds(_ page: SiteRules.Page) -> [String] {
        switch page.host {
        case "github.com": github(page.path)
        case "gist.github.com": page.path.isEmpty ? [] : ["https://gist.github.com/\(page.path[0]).atom"]
        case "gitlab.com": gitlab(page)
        case "codeberg.org", "gitea.com": gitea(page)
        case "git.sr.ht": page.path.count > 1 ? ["\(page.root)/\(page.path[0])/\(page.path[1])/log/rss.xml"] : []
        case "pypi.org":
            page.path.count > 1 && page.path[0] == "project"
                ? ["\(page.root)/rss/project/\(page.path[1])/releases.xml"] : []
        default: page.host.hasPrefix("gitlab.") ? gitlab(page) : []
        }
    }

    private static let githubPages: Set<String> = [
        "features", "topics", "trending", "marketplace", "explore", "about", "pricing", "search", "settings", "orgs",
        "sponsors", "login", "collections", "enterprise",
    ]

    private static func github(_ path: [String]) -> [String] {
        guard let owner = path.first, !githubPages.contains(owner) else { return [] }
        guard path.count >= 2 else { return ["https://github.com/\(owner).atom"] }
        let project = "https://github.com/\(owner)/\(path[1])"
        switch path.dropFirst(2).first {
        case "commits": return ["\(project)/commits\(path.count > 3 ? "/\(path[3])" : "").atom"]
        case "tree": return path.count > 3 ? ["\(project)/commits/\(path[3]).atom"] : ["\(project)/commits.atom"]
        case "tags": return ["\(project)/tags.atom"]
        case "releases": return ["\(project)/releases.atom"]
        case "discussions": return ["\(project)/discussions.atom"]
        case nil: return ["\(project)/releases.atom", "\(project)/commits.atom", "\(project)/tags.atom"]
        default: return ["\(project)/releases.atom", "\(project)/commits.atom"]
        }
    }

    /// Groups may be nested, so the project is the whole path before `/-/`.
    private static func gitlab(_ page: SiteRules.Page) -> [String] {
        let divider = page.path.firstIndex(of: "-") ?? page.path.endIndex
        guard divider >= 2 else { return page.path.count == 1 ? ["\(page.root)/\(page.path[0]).atom"] : [] }
        let project = page.root + "/" + page.path[..<divider].joined(separator: "/")
        switch page.path.dropFirst(divider + 1).first {
        case "tags": return ["\(project)/-/tags?format=atom"]
        case "releases": return ["\(project)/-/releases.atom"]
        case "commits" where page.path.count > divider + 2:
            return ["\(project)/-/commits/\(page.path[(divider + 2)...].joined(separator: "/"))?format=atom"]
        default: return ["\(project)/-/releases.atom", "\(project)/-/tags?format=atom", "\(project).atom"]
        }
    }

    private static func gitea(_ page: SiteRules.Page) -> [String] {
        guard let owner = page.path.first else { return [] }
        guard page.path.count > 1 else { return ["\(page.root)/\(owner).rss"] }
        let project = "\(page.root)/\(owner)/\(page.path[1])"
        return page.path.count > 2 && page.path[2] == "tags"
            ? ["\(project)/tags.rss"] : ["\(project)/releases.rss", "\(project).rss"]
    }
}
