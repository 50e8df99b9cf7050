import InteractionChaos
import Testing

/// Stalls, half-open connections and slow connections.
@Suite(.timeLimit(.minutes(2))) struct StallTests {
  @Test(arguments: ProxyFlow.allCases)
  func `a direction that was held goes on without loss`(_ direction: ProxyFlow) async throws {
    let sent = noise(3 << 20)
    try await withConnection { proxy, client, target in
      let (source, sink) = direction == .up ? (client, target) : (target, client)
      try await source.send([1])
      _ = try await sink.bytes(1)
      #expect(await proxy.stall(direction) == 1)
      source.post(sent)
      // The other direction is not stalled, and shows that the proxy has run.
      try await sink.send(noise(1 << 20))
      _ = try await source.bytes(1 << 20)
      #expect(try await sink.bytes == [1])
      await proxy.resume()
      #expect(try await sink.bytes(1 + sent.count) == [1] + sent)
      #expect(proxy.counters.swallowed == 0)
    }
  }

  @Test func `a direction that swallows has a gap`() async throws {
    try await withConnection(faults: .init(up: .init(stall: .dropping))) {
      proxy, client, target in
      try await client.send(noise(200_000))
      try await target.send([1])
      _ = try await client.bytes(1)
      while proxy.counters.swallowed < 200_000 {
        try Task.checkCancellation()
        await Task.yield()
      }
      #expect(proxy.counters.swallowed == 200_000)
      await proxy.resume(.connection(0))
      try await client.send([2])
      #expect(try await target.bytes(1) == [2])
    }
  }

  @Test(arguments: Stall.allCases, [ProxyPeer.client, ProxyPeer.target])
  func `half-open: the other side hears nothing until it is told`(
    _ stall: Stall, _ leaver: ProxyPeer
  ) async throws {
    for end in ConnectionEnd.allCases {
      try await withConnection { proxy, client, target in
        let (leaves, stays) = leaver == .client ? (client, target) : (target, client)
        try await client.send([1])
        _ = try await target.bytes(1)
        let events = proxy.events()
        await proxy.halfOpen(.all, stall)
        if end == .fin { await leaves.close() } else { try await leaves.reset() }
        let heard = await events.upTo { if case .received = $0 { true } else { false } }
        #expect(heard == [.received(end, from: leaver)])
        // Anything that the proxy would forward would arrive before this.
        try await stays.send(noise(100_000))
        #expect(await proxy.stall(.up, stall) == 1)
        #expect(try await stays.end == nil)
        #expect(proxy.counters.open == 1)
        await proxy.resume()
        #expect(try await stays.ended() == (end == .fin ? .fin : .rst))
      }
    }
  }

  @Test func `a half-open connection can be cut`() async throws {
    try await withConnection { proxy, client, target in
      await proxy.halfOpen()
      try await client.send(noise(1000))
      #expect(await proxy.cut(.fin) == 1)
      #expect(try await client.ended() == .fin)
      #expect(try await target.ended() == .fin)
      #expect(try await target.bytes == [])
    }
  }

  @Test func `latency and rates keep order and content`() async throws {
    let lane = ConnectionFaults.DirectionFaults(
      latency: Latency(.milliseconds(1), jitter: .milliseconds(3), seed: 5),
      bandwidth: Bandwidth(bytesPerSecond: 8 << 20, burst: 10_000))
    let sent = noise(1 << 20)
    try await withConnection(echoes: true, faults: .init(both: lane)) { _, client, target in
      client.post(sent)
      #expect(try await client.bytes(sent.count) == sent)
      try await client.finish()
      #expect(try await client.ended() == .fin)
      #expect(try await target.bytes == sent)
    }
  }
}
