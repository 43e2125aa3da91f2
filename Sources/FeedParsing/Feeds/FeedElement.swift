/// The elements that Crier reads, from all vocabularies.
enum FeedElement: UInt8 {
    case unknown
    // Documents and containers.
    case rss, rdf, atomFeed, channel, item, rdfItems, author, atomSource, image, textInput
    case mediaGroup, mediaContent, skipHours, skipDays
    // Text.
    case title, subtitle, id, link, atomLink, description, summary, content, body
    case published, updated, dcDate, category, atomCategory, itunesCategory, keywords, language, copyright, generator
    case personName, personEmail, personURI, creator, managingEditor, webMaster, itunesAuthor, email, rssAuthor
    case ttl, hour, day, updatePeriod, updateFrequency
    case comments, rssSource, origLink, icon, logo, url, itunesImage, enclosure
    case mediaTitle, mediaDescription, mediaThumbnail, mediaCredit, mediaKeywords, duration
    case itunesSummary, itunesSubtitle, itunesTitle, contributor, itunesOwner, publisher
    case podcastPerson, podcastImages, activityThing

    static func named(_ namespace: FeedNamespace, _ local: String) -> FeedElement {
        let name = local.lowercased()
        return table[namespace.rawValue + ":" + name] ?? .unknown
    }

    private static let table: [String: FeedElement] = [
        ":rss": .rss, "rdf:rdf": .rdf, ":rdf": .rdf, "atom:feed": .atomFeed, ":feed": .atomFeed,
        ":channel": .channel, "atom:channel": .channel, ":item": .item, ":entry": .item, "atom:entry": .item,
        "atom:item": .item, "rdf:item": .item, ":items": .rdfItems, "rdf:li": .unknown,
        ":image": .image, "atom:image": .image, ":textinput": .textInput, ":textInput": .textInput,
        ":source": .rssSource,
        "atom:source": .atomSource, ":skiphours": .skipHours, ":skipdays": .skipDays, ":hour": .hour, ":day": .day,

        ":title": .title, "atom:title": .title, "dc:title": .title, "itunes:title": .itunesTitle,
        "rdf:title": .title, ":subtitle": .subtitle, "atom:subtitle": .subtitle, "atom:tagline": .subtitle,
        ":tagline": .subtitle,
        ":guid": .id, ":id": .id, "atom:id": .id, "dc:identifier": .unknown,
        ":link": .link, "atom:link": .atomLink, "rdf:link": .link,
        ":description": .description, "dc:description": .description, "dc:abstract": .description,
        ":abstract": .description,
        "rdf:description": .unknown, ":summary": .summary, "atom:summary": .summary,
        "content:encoded": .content, ":content": .content, "atom:content": .content, ":fulltext": .content,
        ":fullitem": .content,
        ":encoded": .content, "content:encodedcontent": .content,
        "xhtml:body": .body, "xhtml:div": .body, ":body": .body,

        ":pubdate": .published, ":published": .published, "atom:published": .published, "atom:issued": .published,
        ":issued": .published, "dc:issued": .published, "atom:created": .dcDate, ":created": .dcDate,
        "dc:created": .dcDate, "dc:date": .dcDate, ":date": .dcDate, "dc:available": .dcDate,
        ":updated": .updated, "atom:updated": .updated, "atom:modified": .updated, ":modified": .updated,
        "dc:modified": .updated, ":lastbuilddate": .updated, "dc:pubdate": .published, ":lastmodified": .updated,

        ":category": .category, "atom:category": .atomCategory, "dc:subject": .category, ":keywords": .keywords,
        "itunes:category": .itunesCategory, "itunes:keywords": .keywords, "media:keywords": .keywords,
        "media:category": .category,
        ":language": .language, "dc:language": .language, ":copyright": .copyright, "dc:rights": .copyright,
        "atom:rights": .copyright, "atom:copyright": .copyright, ":rights": .copyright,
        ":generator": .generator, "atom:generator": .generator,

        ":author": .rssAuthor, "atom:author": .author, "atom:contributor": .contributor, ":contributor": .contributor,
        "dc:creator": .creator, "dc:author": .creator, "dc:publisher": .publisher, ":creator": .creator,
        ":managingeditor": .managingEditor, ":webmaster": .webMaster, "itunes:author": .itunesAuthor,
        "itunes:owner": .itunesOwner,
        "dc:contributor": .contributor,
        "atom:name": .personName, ":name": .personName, "itunes:name": .personName,
        "atom:email": .personEmail, ":email": .personEmail, "itunes:email": .personEmail,
        "atom:uri": .personURI, "atom:url": .personURI, ":uri": .personURI,

        ":ttl": .ttl, "sy:updateperiod": .updatePeriod, "sy:updatefrequency": .updateFrequency,
        ":comments": .comments, "feedburner:origlink": .origLink, "atom:icon": .icon, ":icon": .icon,
        "atom:logo": .logo, ":logo": .logo, ":url": .url, "itunes:image": .itunesImage, ":enclosure": .enclosure,
        "media:group": .mediaGroup, "media:content": .mediaContent, "media:title": .mediaTitle,
        "media:description": .mediaDescription, "media:thumbnail": .mediaThumbnail, "media:credit": .mediaCredit,
        "media:player": .unknown, "itunes:duration": .duration, "podcast:duration": .duration,
        "itunes:summary": .itunesSummary, "itunes:subtitle": .itunesSubtitle, "itunes:explicit": .unknown,
        "podcast:image": .itunesImage, "podcast:images": .podcastImages, "podcast:person": .podcastPerson,
        "activity:object": .activityThing, "activity:target": .activityThing, "activity:actor": .activityThing,
        "activity:subject": .activityThing, "activity:author": .activityThing,
    ]
}
