import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("Calls are woken when they asked to be")
struct CallTimersTests {
  private let loop = EmbeddedEventLoop()
  /// Timers whose clock stands still while callbacks run.
  private let timers = CallTimers(now: { .uptimeNanoseconds(0) })

  private final class Log {
    var lines: [Int64] = []
  }

  private func schedule(_ ms: Int64, _ log: Log) -> CallTimers.Timer {
    self.timers.schedule(in: .milliseconds(ms), on: self.loop) { log.lines.append(ms) }
  }

  @Test("in the order of their times, each once, whatever order they were asked for in")
  func order() {
    let log = Log()
    for ms: Int64 in [30, 10, 20, 10] { _ = self.schedule(ms, log) }
    self.loop.advanceTime(by: .milliseconds(9))
    #expect(log.lines == [])
    self.loop.advanceTime(by: .milliseconds(11))
    #expect(log.lines == [10, 10, 20])
    self.loop.advanceTime(by: .seconds(1))
    #expect(log.lines == [10, 10, 20, 30])
    #expect(self.timers.count == 0)
  }

  @Test("not if they were cancelled, even by one that is due at the same time")
  func cancelled() {
    let log = Log()
    let second = self.schedule(20, log)
    let first = self.schedule(10, log)
    first.cancel()
    first.cancel()
    var last: CallTimers.Timer?
    _ = self.timers.schedule(in: .milliseconds(30), on: self.loop) { last?.cancel() }
    last = self.schedule(31, log)
    self.loop.advanceTime(by: .milliseconds(40))
    #expect(log.lines == [20])
    second.cancel()
    #expect(self.timers.count == 0)
  }

  @Test("one that is due may ask for another, which is not woken in the same moment")
  func again() {
    let log = Log()
    _ = self.timers.schedule(in: .milliseconds(10), on: self.loop) {
      _ = self.schedule(5, log)
    }
    self.loop.advanceTime(by: .milliseconds(10))
    #expect(log.lines == [])
    self.loop.advanceTime(by: .milliseconds(5))
    #expect(log.lines == [5])
  }

  @Test("those that were cancelled do not pile up, and the others stay")
  func pile() {
    let log = Log()
    let kept = [self.schedule(5, log), self.schedule(50_000, log)]
    for _ in 0 ..< 10_000 { self.schedule(30_000, log).cancel() }
    #expect(self.timers.count < 70)
    self.loop.advanceTime(by: .seconds(60))
    #expect(log.lines == [5, 50_000])
    #expect(self.timers.count == 0)
    #expect(kept.count == 2)
  }

  @Test("those that are due at nearly the same time are woken together")
  func together() {
    var wakes = Set<NIODeadline>()
    for ns: Int64 in [1, 20_000, 99_999, 100_000] {
      _ = self.timers.schedule(in: .nanoseconds(ns), on: self.loop) {
        wakes.insert(self.loop.now)
      }
    }
    self.loop.advanceTime(by: .milliseconds(1))
    #expect(wakes == [.uptimeNanoseconds(100_000)])
  }

  @Test("those that are far away are woken together even if their times are not so near")
  func farTogether() {
    let log = Log()
    for ms: Int64 in [999, 30_001, 30_049, 30_051] { _ = self.schedule(ms, log) }
    self.loop.advanceTime(by: .milliseconds(999))
    #expect(log.lines == [999])
    self.loop.advanceTime(by: .milliseconds(30_049 - 999))
    #expect(log.lines == [999])
    self.loop.advanceTime(by: .milliseconds(1))
    #expect(log.lines == [999, 30_001, 30_049])
    self.loop.advanceTime(by: .milliseconds(50))
    #expect(log.lines == [999, 30_001, 30_049, 30_051])
  }

  @Test("a timer covers its own deadline and any after it fires, none in between")
  func serving() {
    func deadline(_ ms: Int64) -> NIODeadline { .uptimeNanoseconds(UInt64(ms) * 1_000_000) }
    let timer = self.schedule(30_001, Log())
    #expect(timer.covers(deadline(30_001)) && timer.covers(deadline(30_050)))
    #expect(!timer.covers(deadline(30_000)) && !timer.covers(deadline(30_030)))
  }

  @Test("very many at the same time, a few between two pauses, in order")
  func pauses() {
    let log = Log()
    var now = NIODeadline.uptimeNanoseconds(0)
    let timers = CallTimers(now: { now })
    func schedule(_ ms: Int64) {
      _ = timers.schedule(in: .milliseconds(ms), on: self.loop) {
        log.lines.append(ms)
        now = now + .microseconds(40)
      }
    }
    for _ in 0 ..< 10 { schedule(10) }
    schedule(9)
    self.loop.advanceTime(by: .milliseconds(10))
    var counts = [log.lines.count]
    while log.lines.count < 12, counts.count < 10 {
      // A timer that is scheduled meanwhile waits its turn.
      if counts.count == 1 { schedule(0) }
      self.loop.advanceTime(by: .microseconds(600))
      counts.append(log.lines.count)
    }
    #expect(counts == [6, 11, 12])
    #expect(log.lines.first == 9)
    #expect(timers.count == 0)
  }

  @Test("a pause is three times as long as what was done before it, and none cuts it short")
  func longPauses() {
    var now = NIODeadline.uptimeNanoseconds(0)
    let timers = CallTimers(now: { now })
    var woken = 0
    for _ in 0 ..< 8 {
      _ = timers.schedule(in: .milliseconds(10), on: self.loop) {
        woken += 1
        now = now + .milliseconds(1)
      }
    }
    self.loop.advanceTime(by: .milliseconds(10))
    _ = timers.schedule(in: .milliseconds(1), on: self.loop) { woken += 1 }
    self.loop.advanceTime(by: .milliseconds(11))
    #expect(woken == 4)
    self.loop.advanceTime(by: .milliseconds(1))
    #expect(woken == 8)
    self.loop.advanceTime(by: .milliseconds(12))
    #expect(woken == 9)
  }

  @Test("no call is woken when the timers are gone")
  func gone() {
    let log = Log()
    var timers: CallTimers? = CallTimers()
    let timer = timers?.schedule(in: .milliseconds(1), on: self.loop) { log.lines.append(1) }
    timers = nil
    self.loop.advanceTime(by: .seconds(1))
    timer?.cancel()
    #expect(log.lines == [])
  }
}
