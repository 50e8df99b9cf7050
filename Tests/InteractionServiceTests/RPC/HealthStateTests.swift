import Testing

@testable import InteractionService

@Suite("Health: the oldest watches make room for newer ones")
struct HealthStateTests {
  private let state = HealthState()

  /// What a watch has been told until now.
  private static func news(_ watch: AsyncStream<HealthState.News>) async -> HealthState.News? {
    await watch.first { _ in true }
  }

  @Test("on one connection")
  func perConnection() async {
    let most = HealthState.watchersPerConnection
    let watches = (0 ..< most).map { _ in self.state.watch(on: "one") }
    let other = self.state.watch(on: "two")
    let newest = self.state.watch(on: "one")
    #expect(await Self.news(watches[0]) == .displaced)
    #expect(await Self.news(watches[1]) == .serves(true))
    #expect(await Self.news(newest) == .serves(true))
    #expect(await Self.news(other) == .serves(true))
  }

  @Test("on all")
  func inAll() async {
    let watches = (0 ..< HealthState.watchers).map { self.state.watch(on: "\($0 / 8)") }
    let newest = self.state.watch(on: "newest")
    #expect(await Self.news(watches[0]) == .displaced)
    self.state.stopServing()
    #expect(await Self.news(watches[1]) == .serves(false))
    #expect(await Self.news(newest) == .serves(false))
  }

  @Test("one that has ended leaves its room")
  func ended() async {
    var watches: [AsyncStream<HealthState.News>] = []
    for _ in 0 ..< HealthState.watchersPerConnection { watches.append(self.state.watch(on: "one")) }
    let kept = watches[1]
    // Nothing reads the first any more.
    watches.removeFirst()
    _ = self.state.watch(on: "one")
    #expect(await Self.news(kept) == .serves(true))
  }
}
