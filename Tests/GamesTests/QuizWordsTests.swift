import TestSupport
import Testing

@testable import Games

@Suite struct QuizWordsTests {
    @Test(arguments: ["大巴车祸致两人丧生 警方正在调查", "游客在泥石流中罹难 当地下起暴雨", "三人溺亡 家属悲痛"])
    func `a Chinese disaster is found, too`(title: String) throws {
        #expect(try ShippedQuizWords.vocabulary()["zh"]?.isGrave(title) == true)
    }

    @Test(arguments: ["中国女排夺得世界杯冠军", "新公司公布五年战略", "专家提出城市面临的新挑战", "学校教室每天消毒两次"])
    func `sport and plans are no disaster in Chinese`(title: String) throws {
        #expect(try ShippedQuizWords.vocabulary()["zh"]?.isGrave(title) == false)
    }
}
