import InteractionChaos
import NIOCore
import Testing

/// Forwarding without faults.
@Suite(.timeLimit(.minutes(2))) struct ForwardingTests {
  @Test func `bytes pass unchanged both ways`() async throws {
    let sent = noise(1 << 20)
    try await withConnection(echoes: true) { proxy, client, target in
      try await client.send(sent)
      #expect(try await client.bytes(sent.count) == sent)
      #expect(try await target.bytes == sent)
      #expect(proxy.counters.bytesUp == sent.count)
      #expect(proxy.counters.bytesDown == sent.count)
      #expect(proxy.counters.cuts == 0)
    }
  }

  @Test func `an end passes one way, and the other way goes on`() async throws {
    try await withConnection { proxy, client, target in
      let events = proxy.events()
      try await client.send([1, 2])
      try await client.finish()
      #expect(try await target.ended() == .fin)
      #expect(try await target.bytes == [1, 2])
      try await target.send([3, 4])
      #expect(try await client.bytes(2) == [3, 4])
      #expect(try await client.end == nil)
      try await target.finish()
      #expect(try await client.ended() == .fin)
      let seen = await events.upTo { if case .closed = $0 { true } else { false } }
      #expect(
        seen == [
          .received(.fin, from: .client), .received(.fin, from: .target), .closed(up: 2, down: 2),
        ])
    }
  }

  @Test func `the last end waits for the bytes before it`() async throws {
    let sent = noise(900_000)
    var settings = ChaosSettings()
    settings.socketBufferBytes = 16 << 10
    try await withConnection(settings: settings) { proxy, client, target in
      try await client.finish()
      #expect(try await target.ended() == .fin)
      try await client.reads(false)
      let events = proxy.events()
      // More than the client's socket buffers, and less than the proxy's buffer.
      try await target.send(sent)
      try await target.finish()
      _ = await events.upTo { $0 == .received(.fin, from: .target) }
      try await client.reads(true)
      #expect(try await client.ended() == .fin)
      #expect(try await client.bytes == sent)
    }
  }

  @Test(arguments: ProxyFlow.allCases)
  func `a reset passes as a reset, after the bytes before it`(_ direction: ProxyFlow) async throws {
    try await withConnection { _, client, target in
      let (source, sink) = direction == .up ? (client, target) : (target, client)
      try await source.send([5, 6, 7])
      _ = try await sink.bytes(3)
      try await source.reset()
      #expect(try await sink.ended() == .rst)
      #expect(try await sink.bytes == [5, 6, 7])
    }
  }

  @Test func `a slow reader holds its sender back`() async throws {
    var settings = ChaosSettings()
    settings.windowBytes = 256 << 10
    settings.socketBufferBytes = 64 << 10
    let sent = noise(16 << 20)
    try await withConnection(settings: settings) { proxy, client, target in
      try await client.reads(false)
      target.post(sent)
      // Traffic on the same event loop, so that it has had time to forward more.
      try await client.send(noise(4 << 20, seed: 2))
      _ = try await target.bytes(4 << 20)
      #expect(proxy.counters.bytesDown < 12 << 20)
      try await client.reads(true)
      #expect(try await client.bytes(sent.count) == sent)
      #expect(proxy.counters.peakQueued <= 256 << 10 + 64 << 10)
    }
  }

  @Test func `the proxy listens on loopback only, once`() async throws {
    for host in ["0.0.0.0", "::", "10.0.0.1", "localhost.example"] {
      var settings = ChaosSettings()
      settings.host = host
      let proxy = ChaosProxy(target: ProxyTarget(port: 1), settings: settings)
      await #expect(throws: (any Error).self) { try await proxy.start() }
      await proxy.stop()
    }
    let proxy = ChaosProxy(target: ProxyTarget(port: 1))
    await #expect(throws: ChaosError.self) { try await proxy.admit(.forward) }
    try await proxy.start()
    await #expect(throws: ChaosError.self) { try await proxy.start() }
    await proxy.stop()
    await #expect(throws: ChaosError.self) { try await proxy.start() }
    await #expect(throws: ChaosError.self) { try await proxy.admit(.forward) }
    for await _ in proxy.events() { Issue.record("an event after the end") }
  }
}
