extension QuizCheck {
    // MARK: - What nobody should be asked

    /// Beginnings of words, or short words; parts of texts in Chinese, Japanese and Korean.
    private static let grave: [String: String] = [
        "en": """
        killed kills killer murder dead dies died death deadly war bomb shooting earthquake victims suicide rape
        massacre funeral cancer hostage ebola tsunami flood wounded injured terror coffin tragedy crash accident derail trapped
        stranded evacue volcan erupt perish poison hurt capsiz assassin rocket drone drought malaria hospital rescue
        wildfire hurricane tornado landslide avalanche drown stabb gunman missile famine epidemic outbreak
        """,
        "de": """
        tote toter getötet krieg mord opfer terror erdbeben stirbt leiche unfall unglück entgleis vulkan verletz
        überschwemm hochwasser lawine vergift rakete brand evakuier dürre krebs
        """,
        "es": "muert asesinato guerra terremoto víctima accidente incendio descarril volcán herido inundaci sequía",
        "fr": "mort guerre meurtre tué séisme victime accident incendie déraill volcan blessé inondation noyé",
        "pt": "morto morte guerra terremoto vítima acidente incêndio vulcão ferido enchente",
        "it": "morto morti morte guerra omicidio terremoto vittim incidente incendio vulcano ferito alluvione",
        "nl": "doden overleden oorlog moord aardbeving slachtoffer ongeluk brand gewond overstrom",
        "ru": "погиб убит война землетрясени авари пожар жертв",
        "pl": "zginą zabit wojna trzęsieni wypadek pożar ofiar",
        "tr": "öldü cinayet savaş deprem kaza yangın yaralı",
        "ar": "مقتل قتلى زلزال حادث حريق ضحايا",
        "hi": "हत्या भूकंप हादस बाढ़ घायल",
        "zh": """
        死亡 战争 地震 杀害 丧生 遇害 罹难 命案 车祸 溺水 轰炸 确诊 感染 暴雨 泥石流 滑坡 踩踏 尸体 丧命 坍塌 失火 空难 沉船
        受伤 爆炸 袭击
        """,
        "ja": "死亡 地震 事故 火災 津波 殺害 負傷",
        "ko": "사망 지진 사고 화재 살해 부상",
    ]

    private static let unspaced: Set<String> = ["zh", "ja", "ko"]

    func isUnfit(_ question: CheckedQuestion) -> Bool {
        let shown = Set(Self.words(question.headline) + question.choices.flatMap(Self.words))
        let isGrave = Self.words(Self.grave[question.language] ?? "").contains { word in
            Self.unspaced.contains(question.language)
                ? shown.contains { $0.contains(word) }
                : shown.contains { word.count < 5 ? $0 == word : $0.hasPrefix(word) }
        }
        return isGrave || isAdvert(question)
    }

    // MARK: - A sheet

    /// Pairs of questions (from 0) of which the second shows the answer of the first beside most of its headline.
    package static func answeringEachOther(_ sheet: [CheckedQuestion]) -> [(Int, Int)] {
        var pairs: [(Int, Int)] = []
        for (index, question) in sheet.enumerated() {
            let answer = question.choices.indices.contains(question.correct) ? question.choices[question.correct] : ""
            let matter = Set(words(question.headline)).subtracting(words(answer)).filter { $0.count > 3 }
            for (other, shown) in sheet.enumerated() where other != index {
                let isAll = ["first", "invented"].contains(shown.kind)
                let texts = isAll ? shown.choices : [shown.before + " " + shown.after]
                let isShown = texts.contains { text in
                    let shown = Set(words(text))
                    let shared = matter.intersection(shown).count
                    return shared >= 3 && shared * 4 >= matter.count * 3 && shown.isSuperset(of: words(answer))
                }
                if isShown { pairs.append((index, other)) }
            }
        }
        return pairs
    }
}
