import Testing

@testable import InteractionService

@Suite("Health: watches that are too many end")
struct HealthStateTests {
  private let state = HealthState()

  /// Returns the next update of a watch.
  private static func news(_ watch: AsyncStream<HealthState.Update>) async -> HealthState.Update? {
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

  @Test("on all: the network with most gives way, whoever comes")
  func inAll() async {
    let quiet = self.state.watch(on: "ipv4:192.0.2.1:1")
    // A flood over many connections.
    let flood = (1 ..< HealthState.watchers).map {
      self.state.watch(on: "ipv4:192.0.2.9:\($0 / 16)")
    }
    let newest = self.state.watch(on: "ipv4:192.0.2.2:1")
    self.state.stopServing()
    #expect(await Self.news(quiet) == .serves(false))
    #expect(await Self.news(newest) == .serves(false))
    var displaced = 0
    for watch in flood where await Self.news(watch) == .displaced { displaced += 1 }
    #expect(displaced == 1)
  }

  @Test("on all, from one network: the connection with most gives way, of equals the newest")
  func onOneNetwork() async {
    let quiet = self.state.watch(on: "ipv4:127.0.0.1:1")
    let flood = (1 ..< HealthState.watchers).map {
      self.state.watch(on: "ipv4:127.0.0.1:\($0 + 1)")
    }
    let newest = self.state.watch(on: "ipv4:127.0.0.1:9999")
    #expect(await Self.news(newest) == .displaced)
    let second = self.state.watch(on: "ipv4:127.0.0.1:2")
    #expect(await Self.news(flood[0]) == .displaced)
    #expect(await Self.news(second) == .serves(true))
    #expect(await Self.news(quiet) == .serves(true))
  }

  @Test("an ended watch frees its slot")
  func ended() async {
    var watches: [AsyncStream<HealthState.Update>] = []
    for _ in 0 ..< HealthState.watchersPerConnection { watches.append(self.state.watch(on: "one")) }
    let kept = watches[1]
    // Nothing reads the first watch any more.
    watches.removeFirst()
    _ = self.state.watch(on: "one")
    #expect(await Self.news(kept) == .serves(true))
  }
}
