import Testing

@testable import CurlClient

@Suite struct TransferQueueTests {
    private func queue(total: Int, perGroup: Int) -> TransferQueue<Int> {
        TransferQueue(limits: .init(total: total, perGroup: perGroup))
    }

    @Test func `first come is first served within the total`() {
        var queue = queue(total: 2, perGroup: 2)
        for number in 1...3 {
            queue.enqueue(number, group: "\(number)")
        }
        #expect(queue.next() == 1)
        #expect(queue.next() == 2)
        #expect(queue.next() == nil)
        queue.finished(group: "1")
        #expect(queue.next() == 3)
        #expect(queue.next() == nil)
    }

    @Test func `a busy group lets the others pass and keeps its order`() {
        var queue = queue(total: 10, perGroup: 1)
        for number in 1...3 {
            queue.enqueue(number, group: "busy")
        }
        queue.enqueue(4, group: "other")
        #expect(queue.next() == 1)
        #expect(queue.next() == 4)
        #expect(queue.next() == nil)
        queue.finished(group: "busy")
        #expect(queue.next() == 2)
        queue.finished(group: "busy")
        #expect(queue.next() == 3)
        #expect(queue.next() == nil)
    }

    @Test func `ten thousand elements pass in order`() {
        var queue = queue(total: 1, perGroup: 1)
        for number in 0..<10_000 {
            queue.enqueue(number, group: "g")
        }
        var passed: [Int] = []
        while let number = queue.next() {
            passed.append(number)
            queue.finished(group: "g")
        }
        #expect(passed == Array(0..<10_000))
    }

    @Test func `what was forgotten never begins`() {
        var queue = queue(total: 2, perGroup: 1)
        for number in 1...3 {
            queue.enqueue(number, group: "g")
        }
        #expect(queue.next() == 1)
        #expect(queue.next() == nil)
        queue.removeWaiting()
        queue.finished(group: "g")
        #expect(queue.next() == nil)
    }
}
