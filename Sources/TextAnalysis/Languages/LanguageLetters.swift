/// Letters that tell languages of one script apart.
enum LanguageLetters {
    /// How many of them a text has.
    struct Counts {
        private var counts = [Int](repeating: 0, count: Group.allCases.count)
        private let groups = LanguageLetters.groups

        mutating func add(_ scalar: UInt32) {
            guard scalar < groups.count, groups[Int(scalar)] != Group.noGroup else { return }
            counts[Int(groups[Int(scalar)])] += 1
        }

        fileprivate subscript(_ group: Group) -> Int { counts[Int(group.rawValue)] }

        /// Chinese or Japanese by characters that one of them alone has; nil when all are common to both.
        var hanLanguage: String? {
            let (japanese, simplified, traditional) = (self[.japanese], self[.simplified], self[.traditional])
            if japanese > simplified + traditional { return "ja" }
            if simplified == 0 && traditional == 0 { return nil }
            return simplified >= traditional ? "zh" : "zh-Hant"
        }

        /// Urdu, Persian or Arabic by their own letters; nil when there are none of them.
        var arabicLanguage: String? {
            if self[.urdu] > 0 { return "ur" }
            if self[.persian] > 0 { return "fa" }
            return self[.arabic] > 0 ? "ar" : nil
        }

        /// How many of its own letters each language in Cyrillic script has here.
        var cyrillicLanguages: [String: Int] {
            [
                "uk": self[.ukrainian], "be": self[.belarusian], "sr": self[.serbian], "mk": self[.macedonian],
                "ru": self[.russian],
            ]
        }
    }

    fileprivate enum Group: UInt8, CaseIterable {
        case japanese, simplified, traditional, urdu, persian, arabic
        case ukrainian, belarusian, serbian, macedonian, russian

        static let noGroup: UInt8 = 255
    }

    private static let letters: [(Group, String)] = [
        (
            .japanese,
            """
            円気広駅県対発売読実図経済続総択転伝検験険変楽薬沢拡鉄渋桜悪囲営応価仮絵覚関勧観歓帰拠挙郷駆鶏芸撃権顕厳効剤雑賛
            児釈収従縦粛奨焼乗剰嬢譲醸瀬斉摂戦銭潜繊荘捜挿巣騒増蔵臓帯滞滝弾団遅鋳庁聴鎮逓稲徳脳悩拝廃髪抜浜払仏辺舗豊満黙訳
            様謡頼覧竜両猟緑塁励歴恋炉労働込畑峠枠匂栃辻込瓶圏巻勲恵掲渓軽継歳桟糸姉湿実釈寿渋縄畳穀砕斎殺
            """
        ),
        (
            .simplified,
            """
            这们说时为对发动开关门问间闻见现观规觉车东马鸟鱼龙风飞员货费资质财贸购农刘则刚创办务华协单卫厂历压县变听启响围图圣
            场坏块坚备复够头奖妇孙宁实审宽导层岁岛币师带帮广庆应张归录总惊战扩报拥择换据损摄显晓术权极构标树样桥检楼欢欧毕汉
            沟济涨减渐满灭灵灾热爱环电疗矿确离积稳穷竞笔签简类级纪约纯纳纸线练组细织终经结给络绝统继续维综绿缓编缩罗罚职联肃胜
            脑脚舰艺节苏药获虑补装计订认讨让议记讲许论设访证评识诉词译试话询该详语误请读课谁调谈谢负败账贫贯贴贵贷赌赏赔赖赛赞
            赢输边达迁过运还进远连迟适选递遗邮郑释钟钢钱铁银链销锁错镇长闪闭队阳阴阵阶际陆陈险难韩页顶项顺须顾预领频题颜额饭馆
            驱驶驻验骗鲁鲜齐亿亚产亲们仅从优传伤价众军冲决况净凤击划剧劳势匀医卖卢厅吴呐园团
            """
        ),
        (
            .traditional,
            "國學會對發說這個們來為經應關體點黨廣實總權亞驗聲醫數賣讀氣灣臺嗎麼衛勞變轉傳單戰圖處雙舉與萬歲齊澤鐵價爭繼續營獎將歡觀覺辦"
        ),
        (.urdu, "ٹڈڑںےھہۓ"), (.persian, "پچژگکی"), (.arabic, "ةيكىؤإأ"),
        (.ukrainian, "іїєґ"), (.belarusian, "ў"), (.serbian, "јљњћђџ"), (.macedonian, "ѓќѕ"), (.russian, "ыэё"),
    ]

    /// The raw value of the group of each letter below U+10000; one in two lists says nothing and is left out.
    fileprivate static let groups: [UInt8] = {
        var groups = [UInt8](repeating: Group.noGroup, count: 0x1_0000)
        var twice: Set<UInt32> = []
        for (group, text) in letters {
            for scalar in Set(text.unicodeScalars.map(\.value)) where scalar > 0x7F && scalar < 0x1_0000 {
                if groups[Int(scalar)] != Group.noGroup { twice.insert(scalar) }
                groups[Int(scalar)] = group.rawValue
            }
        }
        for scalar in twice { groups[Int(scalar)] = Group.noGroup }
        return groups
    }()
}
