import Foundation
import NewsModel
import Storage
import Testing

@testable import ChatCommands

extension Conversation {
    fileprivate func answer(_ text: String) async -> String {
        await replies(text).map { plain($0.message.body) }.joined(separator: "\n")
    }
}

@Suite struct PlaceCommandTests {
    private func chat() async throws -> Conversation {
        let chat = try await Conversation()
        try await chat.publishes(
            "Floods close schools in Leipzig",
            "Concert hall in Dresden opens again",
            "Tram drivers in Turin on strike",
            "Festival fills the streets of Valencia, Spain",
            "Parliament argues about the budget"
        )
        return chat
    }

    @Test func `near lists the news of towns within the distance`() async throws {
        let chat = try await chat()
        let near = await chat.answer("near Leipzig")
        #expect(near.contains("within 100 km of Leipzig"))
        #expect(near.contains("Floods close schools") && !near.contains("Dresden"))
        let wider = await chat.answer("near leipzig 120 km")
        #expect(wider.contains("within 120 km") && wider.contains("Floods close") && wider.contains("Dresden"))
        #expect(!wider.contains("Turin"))
        #expect(await chat.answer("near Leipzig 75mi").contains("within 75 miles of Leipzig"))
        // The numbers are those of the list.
        _ = await chat.answer("near Turin")
        #expect(await chat.answer("read 1").contains("Tram drivers"))
    }

    @Test func `region lists what lies in it`() async throws {
        let chat = try await chat()
        let germany = await chat.answer("region Germany")
        #expect(germany.contains("News from Germany"))
        #expect(germany.contains("Leipzig") && germany.contains("Dresden") && !germany.contains("Turin"))
        #expect(await chat.answer("region Saxony").contains("Dresden"))
        let europe = await chat.answer("region Europe")
        #expect(europe.contains("Turin") && europe.contains("Valencia") && !europe.contains("budget"))
        #expect(await chat.answer("near Germany").contains("News from Germany"))
        #expect(await chat.answer("region Japan").contains("No news from Japan"))
    }

    /// A page of the network has 14 lines.
    @Test(arguments: [("list", 10), ("detailed", 7)])
    func `the first page of a region is as long as those of searches`(layout: String, last: Int) async throws {
        let chat = try await Conversation()
        for number in 1...12 {
            let title = "Bridge \(number) opens in Leipzig"
            try await chat.publishes(title, by: "Paper\(number)", hoursAgo: Double(number))
        }
        _ = await chat.answer("set layout \(layout)")
        for view in ["view reset", "view sort date"] {
            _ = await chat.answer(view)
            let list = await chat.answer("region Germany")
            #expect(list.contains("\n\(last). ") && !list.contains("\n\(last + 1). "), "\(view): \(list)")
        }
    }

    @Test func `names in other languages are known`() async throws {
        let chat = try await chat()
        for name in ["Torino", "都灵", "Турин"] {
            #expect(await chat.answer("near \(name)").contains("Tram drivers"), "\(name)")
        }
        _ = await chat.answer("set lang zh-Hans")
        #expect(await chat.answer("附近 莱比锡").contains("莱比锡，萨克森，德国 周围 100 公里"))
        #expect(await chat.answer("地图").contains("都灵，皮埃蒙特，意大利"))
        #expect(await chat.answer("地区 萨克森").contains("Dresden"))
        #expect(await chat.answer("附近 努克 5公里").contains("附近 努克，格陵兰 25km"))
        #expect(await chat.answer("附近 都灵，意大利").contains("Tram drivers"))
        #expect(await chat.answer("头条").contains("· 莱比锡"))
        let question = await chat.answer("附近 巴伦西亚")
        #expect(question.contains("个地方叫“巴伦西亚”") && question.contains("西班牙") && question.contains("委内瑞拉"))
        #expect(await chat.answer("附近 我").contains("我不知道您在哪里"))
        #expect(await chat.answer("附近 我").contains("附近 莱比锡"))
        #expect(await chat.answer("附近").contains("地区 西班牙"))
    }

    @Test func `who names an ambiguous place chooses`() async throws {
        let chat = try await chat()
        let question = await chat.answer("near Valencia")
        #expect(question.contains("places are called “Valencia”"))
        #expect(question.contains("1. Valencia") && question.contains("2. Valencia"))
        #expect(question.contains("Venezuela") && question.contains("Spain"))
        let lines = question.split(separator: "\n")
        let spanish = try #require(lines.first { $0.contains("Spain") }?.prefix { $0 != "." })
        #expect(await chat.answer("near \(spanish)").contains("Festival fills the streets"))
        #expect(await chat.answer("near Valencia, Spain 50km").contains("Festival fills the streets"))
        #expect(await chat.answer("near 99").contains("99"))
    }

    @Test func `map counts the stories of towns near each other`() async throws {
        let chat = try await chat()
        try await chat.publishes("Leipzig zoo shows its new elephants", "Halle and Leipzig plan a tram", by: "Other")
        let map = await chat.answer("map")
        #expect(map.contains("1. Leipzig") && map.contains("Germany · 3 stories"))
        #expect(map.contains("Turin") && map.contains("1 story") && !map.contains("Halle"))
        #expect(await chat.answer("near 1").contains("elephants"))
        #expect(await chat.answer("map tech").contains("Leipzig"))
        #expect(await chat.answer("map nonsense").contains("nonsense"))
    }

    @Test(arguments: [
        ("near", "Name a place"), ("region", "Name a place"), ("near me", "do not know where you are"),
        ("near Leipzig 0km", "at least 1 km"), ("near Leipzig 99999km", "No farther than 5000 km"),
        ("near Leipzig 99,999 km", "No farther than 5000 km"), ("near Leipzig -5km", "at least 1 km"),
        ("near Xqzptl", "no place called “Xqzptl”"), ("region asdf qwer", "no place called “asdf qwer”"),
        ("near 3", "map"), ("near 🦀", "no place called “🦀”"), ("near Nuuk", "No news within 100 km of Nuuk"),
        ("near Turin 100km 200km", "two distances. Please write only one: near Turin 50km"),
        ("near 5km 6 km", "near Leipzig 50km"), ("附近 都灵 100公里 200公里", "near 都灵 50km"),
        ("near Leipzig within 0 km", "at least 1 km"), ("near within 99999 km of Leipzig", "No farther than 5000 km"),
        ("near Nuuk 20mi", "near Nuuk, Greenland 100mi"),
        ("near Nuuk within 50 km", "No news within 50 km of Nuuk"),
        ("near within 50km of Nuuk", "No news within 50 km of Nuuk"), ("附近 努克 50 公里 以内", "50"),
        ("near Nuuk, 50 km", "No news within 50 km of Nuuk"), ("near within of", "no place called"),
        ("alert add flood near me", "do not know where you are"), ("mute fires around me", "know where you are"),
        ("alert add \"flood near me\"", "Alert 1"), ("mute place", "mute <number"), ("mute \"place\"", "Muted place"),
    ])
    func `what cannot be answered is explained`(line: String, expected: String) async throws {
        let answer = try await chat().answer(line).replacing("5,000", with: "5000")
        #expect(answer.contains(expected), "\(answer)")
    }

    @Test func `alerts and mutes may ask for places, in any language`() async throws {
        let chat = try await chat()
        for (typed, stored) in [
            ("place:Torino", "place:turin"), ("place:都灵 strike", "place:turin strike"),
            ("place:Italien", "place:italy"),
            ("storm OR place:\"New York\"", "storm or place:new york"), ("place:tur*", "place:tur*"),
        ] {
            let answer = await chat.answer("!alert add \(typed)").lowercased().replacing("\"", with: "")
            #expect(answer.contains(stored) && !answer.contains("no place"), "\(answer)")
        }
        #expect(await chat.answer("!alert add place:Xqzptl").contains("no place called “xqzptl”"))
        let everything = ArticleSelection(from: .distantPast, to: .distantFuture)
        let articles = try await chat.store.articles(everything, in: .of(nil), limit: 9)
        #expect(
            articles.first { $0.article.title.contains("Turin") }?.places.first?.names == [
                "Turin", "Piedmont", "Italy", "Europe",
            ]
        )
        #expect(await chat.answer("headlines").contains("ago · Turin"))

        #expect(await chat.answer("!alert add flood near Leipzig").contains("near:\"Leipzig, Germany\",100km"))
        #expect(await chat.answer("!alert add near:Torino,50mi strike").contains("near:\"Turin, Italy\",50mi"))
        let region = await chat.answer("!alert add strike near Bavaria")
        #expect(region.contains("strike place:bavaria"), "\(region)")
        #expect(await chat.answer("!alert add flood near Valencia").contains("“Valencia, Spain”"))
        #expect(await chat.answer("!alert add flood near:Germany").contains("place:"))
        #expect(await chat.answer("!alert add flood near:Leipzig,0km").contains("1 to 5,000 km"))
        #expect(await chat.answer("!alert add flood near Xqzptl").contains("near xqzptl"))
        #expect(await chat.answer("!alert add near:Xqzptl").contains("no place called “Xqzptl”"))

        #expect(await chat.answer("mute place Italia 7d").contains("Muted place:italy"))
        let headlines = await chat.answer("headlines")
        #expect(!headlines.contains("Tram drivers") && headlines.contains("Floods close"))
        #expect(await !chat.answer("region Europe").contains("Tram drivers"))
    }

    @Test func `a name of several places means all of them, and says so`() async throws {
        let chat = try await chat()
        try await chat.publishes("Subway stops in New York City", "Albany, New York, elects a mayor")
        let both = await chat.answer("!alert add place:\"New York\"")
        #expect(both.contains("place:\"new york\"") && both.contains("2 places are called “new york”"), "\(both)")
        #expect(both.contains("“New York City, New York” and “New York, United States of America”"))
        #expect(both.contains("near:\"New York City, New York\",50km") && both.contains("2 of the newest"), "\(both)")
        let city = await chat.answer("!alert add flood near New York 20mi")
        #expect(city.contains("near:\"New York City, New York\",20mi"), "\(city)")
        let spanish = await chat.answer("!alert add place:\"Valencia, Spain\"")
        #expect(spanish.contains("place:valencia place:spain") && !spanish.contains("places are called"), "\(spanish)")
        #expect(await chat.answer("mute place Valencia").contains("places are called “valencia”"))
        #expect(await !chat.answer("!alert add place:Turin").contains("are called"))
        #expect(await chat.answer("search place:\"New York\"").contains("2 places are called “new york”"))
        #expect(await !chat.answer("search place:Turin").contains("are called"))
        let question = await chat.answer("!alert add flood near Valencia")
        #expect(question.contains("1. “Valencia, Spain”") || question.contains("2. “Valencia, Spain”"), "\(question)")
        // What the question offers is understood.
        #expect(await chat.answer("!alert add flood near Valencia, Spain").contains("near:\"Valencia, Spain\",100km"))
    }

    @Test func `alerts show the names of places, not their positions`() async throws {
        let chat = try await chat()
        #expect(await !chat.answer("!alert add flood near Leipzig").contains("51."))
        #expect(await chat.answer("alert list").contains("flood near:\"Leipzig, Germany\",100km — on"))
        let removed = await chat.answer("alert 1 remove")
        #expect(removed.contains("near:\"Leipzig, Germany\",100km") && !removed.contains("51."))
        let undo = await chat.answer("undo")
        #expect(undo.contains("Taken back: alert 1 remove") && !undo.contains("51."), "\(undo)")
        #expect(await chat.answer("!alert add flood near:\"Leipzig, Germany\",100km").contains("100km"))
        #expect(await chat.answer("alert list").contains("near:\"Leipzig, Germany\",100km — on"))
        #expect(await !chat.answer("mute fires near Dresden 7d").contains("51."))
        #expect(await !chat.answer("mute list").contains("51."))
        #expect(await chat.answer("unmute fires near:\"Dresden, Germany\",100km").contains("Dresden"))
    }

    @Test func `lists about what is muted say so`() async throws {
        let chat = try await chat()
        _ = await chat.answer("mute place Italy")
        for line in ["near Turin", "region Italy", "headlines Turin", "near Rome"] {
            let answer = await chat.answer(line)
            #expect(answer.contains("“place:italy” is muted here") && answer.contains("unmute 1"), "\(line): \(answer)")
            #expect(!answer.contains("Tram drivers"))
        }
        for line in ["near Leipzig", "region Germany", "headlines Valencia, Spain"] {
            #expect(await !chat.answer(line).contains("is muted"), "\(line)")
        }
        _ = await chat.answer("mute fires near Leipzig")
        #expect(await !chat.answer("near Leipzig").contains("is muted"))
        _ = await chat.answer("mute near:Leipzig,20km")
        #expect(await chat.answer("near Leipzig").contains("is muted"))
        _ = await chat.answer("unmute 1")
        #expect(await chat.answer("near Turin").contains("Tram drivers"))
    }

    @Test func `a distance without a unit is in kilometres, and says so`() async throws {
        let chat = try await chat()
        let answer = await chat.answer("near Leipzig 120")
        #expect(answer.contains("within 120 km") && answer.contains("Dresden") && answer.contains("near Leipzig 120mi"))
        #expect(await !chat.answer("near Leipzig 120km").contains("120mi"))
        #expect(await chat.answer("near Nuuk 50").contains("near Nuuk 50mi"))
        #expect(await chat.answer("near Leipzig 0").contains("at least 1 km"))
    }

    @Test func `in Chinese, fields and places are written in Chinese`() async throws {
        let chat = try await chat()
        _ = await chat.answer("set lang zh-Hans")
        for (typed, stored) in [
            ("!提醒 添加 地点:都灵 strike", "place:turin strike"), ("!提醒 添加 地点：意大利", "place:italy"),
            ("!提醒 添加 洪水 靠近:莱比锡,50公里", "洪水 near:\"Leipzig, Germany\",50km"),
            ("!提醒 添加 洪水 靠近 莱比锡", "near:\"Leipzig, Germany\",100km"),
            ("!提醒 添加 洪水 莱比锡附近", "near:\"Leipzig, Germany\",100km"),
            ("!提醒 添加 标题:洪水 语言:德语", "title:洪水 lang:de"), ("!提醒 添加 洪水 含:图片", "洪水 has:image"),
            ("!提醒 添加 洪水 自:昨天", "since: 只能在"), ("!提醒 添加 洪水 -地点:德国", "洪水 -place:germany"),
            ("静音 地点 加沙", "place:gaza place:palestine："), ("静音 地点 意大利 7天", "place:italy"),
        ] {
            let answer = await chat.answer(typed)
            #expect(answer.contains(stored), "\(typed): \(answer)")
        }
        #expect(await chat.answer("附近 都灵").contains("“place:italy”在这里已静音"))
        #expect(await chat.answer("附近 巴伦西亚").contains("个地方叫“巴伦西亚”"))
        #expect(await chat.answer("附近 莱比锡 50").contains("50 公里"))
        #expect(await chat.answer("!提醒 添加 地点:纽约").contains("place:\"new york city\""))
        #expect(await chat.answer("!提醒 添加 地点:某某某地").contains("我不知道叫“某某某地”的地方"))
        #expect(await chat.answer("!提醒 添加 洪水 语言:火星语").contains("我不知道“火星语”这种语言"))
        #expect(await chat.answer("!提醒 添加 洪水 靠近 我").contains("我不知道您在哪里"))
    }

    @Test(arguments: [
        ("zh-Hans", "zh"), ("zh_CN", "zh"), ("zh-TW", "zh-hant"), ("german", "de"), ("Deutsch", "de"), ("德语", "de"),
        ("EN-us", "en"), ("pt-BR", "pt"), ("русский", "ru"), ("\"simplified chinese\"", "zh"), ("chinese", "zh"),
    ])
    func `languages are known by code and name`(typed: String, code: String) async throws {
        let chat = try await Conversation()
        let answer = await chat.answer("!alert add storm lang:\(typed)")
        #expect(answer.contains("storm lang:\(code)") && !answer.contains("no language"), "\(answer)")
    }

    @Test(arguments: ["xx", "klingonisch", "12", "zz-ZZ", "🦀"])
    func `other languages are refused`(typed: String) async throws {
        let chat = try await Conversation()
        let answer = await chat.answer("!alert add storm lang:\(typed)")
        #expect(answer.contains("I know no language") || typed == "🦀" && answer.contains("storm"), "\(answer)")
    }

    @Test func `headlines of a place are its news`() async throws {
        let chat = try await chat()
        #expect(await chat.answer("headlines Turin").contains("Tram drivers"))
        #expect(await chat.answer("headlines in Turin").contains("Tram drivers"))
        #expect(await chat.answer("headlines Germany").contains("News from Germany"))
        let one = await chat.answer("headlines Germany 1")
        #expect(one.contains("Leipzig") && !one.contains("Dresden"))
        #expect(await chat.answer("headlines Valencia").contains("places are called"))
        #expect(await chat.answer("headlines Xqzptl").contains("There is no category or feed"))
        // A category comes before a place of that name.
        try await chat.publishes("Bus lane opened", by: "Local", category: "Reading")
        #expect(await chat.answer("headlines Reading").contains("Bus lane"))
    }

    @Test func `places show no news that the reader may not see`() async throws {
        let chat = try await chat()
        try await chat.publishes("Secret meeting in Leipzig", by: "Hidden", isDefault: false)
        #expect(await !chat.answer("near Leipzig").contains("Secret"))
        #expect(await !chat.answer("region Germany").contains("Secret"))
        #expect(await chat.answer("map").contains("Leipzig, Saxony, Germany · 1 story"))
        // Who mutes words is spared them here, too.
        _ = await chat.answer("mute floods")
        #expect(await !chat.answer("near Leipzig").contains("Floods close"))
    }
}
