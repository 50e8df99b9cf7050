import InteractionClient

/// A transport that records the times of its session's connections.
struct TimedCarrier: SessionCarrier {
  private let base: any SessionCarrier
  private let calls: SessionCalls

  init(_ base: some SessionCarrier, noting calls: SessionCalls) {
    self.base = base
    self.calls = calls
  }

  var engineCount: Int { self.base.engineCount }

  var clock: SessionClock { self.base.clock }

  func carry(_ stream: EngineStream) async throws {
    self.calls.begin()
    defer { self.calls.end() }
    try await self.base.carry(stream)
  }

  func run() async { await self.base.run() }

  func shutDown() { self.base.shutDown() }
}
