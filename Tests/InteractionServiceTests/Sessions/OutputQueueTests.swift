import Testing

@testable import InteractionService
@testable import InteractionStream

@Suite("The queue for a client that does not read is bounded")
struct OutputQueueTests {
  private func queue(_ sizes: [Int], frames: Int, bytes: Int) -> [Bool] {
    var limits = StreamLimits()
    limits.queuedFrames = frames
    limits.queuedBytes = bytes
    limits.unacknowledgedBytes = 0
    var queue = OutputQueue()
    return sizes.map { queue.admit($0, by: limits) }
  }

  @Test("by frames and by bytes; a single frame is taken however large it is")
  func bounds() {
    #expect(self.queue([1, 1, 1], frames: 2, bytes: 100) == [true, true, false])
    #expect(self.queue([60, 40, 1], frames: 9, bytes: 100) == [true, true, false])
    #expect(self.queue([500, 1], frames: 9, bytes: 100) == [true, false])
    #expect(self.queue([1], frames: 0, bytes: 100) == [false])
  }

  @Test("written frames free their slots")
  func release() {
    var limits = StreamLimits()
    limits.queuedFrames = 1
    var queue = OutputQueue()
    let first = queue.admit(10, by: limits)
    let second = queue.admit(10, by: limits)
    queue.release(10)
    let third = queue.admit(10, by: limits)
    #expect([first, second, third] == [true, false, true])
    #expect(queue.bytes == 10)
  }
}
