import InteractionCore
import Testing

@testable import InteractionService
@testable import InteractionStream

@Suite("A watch of a session")
struct SessionWatchTests {
  private func taps(_ count: Int) -> [SessionRecord] {
    (0 ..< count).map { .event(InteractionEvent(time: .zero, kind: .tapTab(index: $0))) }
  }

  /// Returns the batches that a reader receives, abbreviated.
  private func told(by watch: SessionWatch) async -> [[String]] {
    var all: [[String]] = []
    for await sights in watch {
      all.append(
        sights.reduce(into: []) { batch, sight in
          switch sight {
          case .record: batch.append("moment")
          case .dropped(let count): batch.append("missed \(count)")
          case .ended(let reason): batch.append("ended \(reason?.rawValue ?? "")")
          }
        })
    }
    return all
  }

  @Test("a reader takes what waits in batches, and then the end")
  func batches() async {
    let watch = SessionWatch()
    watch.append(self.taps(2))
    watch.append(self.taps(SessionWatch.batch))
    watch.end(because: .draining)
    let batches = await self.told(by: watch)
    #expect(batches.map(\.count) == [SessionWatch.batch, 3])
    #expect(batches.last == ["moment", "moment", "ended DRAINING"])
    #expect(watch.kept == UInt64(SessionWatch.batch + 2))
  }

  @Test("dropped messages are counted in their place, and the end is still reported")
  func missed() async {
    let watch = SessionWatch()
    watch.append(self.taps(SessionWatch.capacity - 1))
    watch.append(self.taps(3))
    // A slot is freed once the number of dropped messages is read.
    var sights = watch.makeAsyncIterator()
    _ = await sights.next()
    watch.append(self.taps(1))
    watch.end(because: nil)
    let rest = await self.told(by: watch).joined()
    #expect(rest.suffix(3) == ["moment", "missed 3", "ended "])
    #expect(watch.kept == UInt64(SessionWatch.capacity))
  }

  @Test("after what was missing has been told, moments are kept again")
  func again() async {
    let watch = SessionWatch()
    watch.append(self.taps(SessionWatch.capacity + 5))
    var sights = watch.makeAsyncIterator()
    while let batch = await sights.next() {
      if case .dropped(5) = batch.first { break }
    }
    watch.append(self.taps(1))
    watch.leave()
    #expect(await self.told(by: watch) == [["moment"]])
  }

  @Test("a reader that waits is told what comes, and ends with its watch")
  func waiting() async {
    var watchers = SessionWatchers()
    guard let watch = watchers.add() else {
      Issue.record("there is no room for a watch")
      return
    }
    async let told = self.told(by: watch)
    watchers.append(self.taps(1))
    watchers.remove(watch)
    watchers.append(self.taps(1))
    #expect(await told == [["moment"]] && watchers.isEmpty)
  }

  @Test("a session has so many watches, and no more")
  func most() {
    var watchers = SessionWatchers()
    let watches = (0 ..< SessionWatchers.maximum).map { _ in watchers.add() }
    #expect(watches.allSatisfy { $0 != nil } && watchers.add() == nil)
  }
}
