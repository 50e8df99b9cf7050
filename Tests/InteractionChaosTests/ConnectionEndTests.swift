import InteractionChaos
import Testing

/// The position of cuts, and their kind.
@Suite(.timeLimit(.minutes(2))) struct ConnectionEndTests {
  /// The numbers of bytes before a cut; the sender always has more to send.
  static let points = [0, 1, 2, 9, 1000, 65_535, 65_536, 65_537, 300_000]

  @Test(arguments: points, ConnectionEnd.allCases)
  func `exactly so many bytes are delivered`(_ point: Int, _ how: ConnectionEnd) async throws {
    for direction in ProxyFlow.allCases {
      let sent = noise(400_000, seed: UInt64(point))
      let faults = ConnectionFaults(cut: CutPoint(after: point, direction, how))
      try await withConnection(faults: faults) { proxy, client, target in
        let (source, sink) = direction == .up ? (client, target) : (target, client)
        source.post(sent)
        #expect(try await sink.ended() == (how == .rst ? .rst : .fin))
        #expect(try await sink.bytes == Array(sent.prefix(point)))
        let end = try await source.ended()
        #expect(end == (how == .rst ? .rst : .fin))
        #expect(proxy.counters.cuts == 1)
      }
    }
  }

  @Test func `the events tell where it was cut`() async throws {
    try await withConnection(echoes: true) { proxy, client, _ in
      try await client.send(noise(100))
      _ = try await client.bytes(100)
      let events = proxy.events()
      #expect(await proxy.cut(.rst, after: 50, .down) == 1)
      try await client.send(noise(30))
      _ = try await client.bytes(130)
      #expect(proxy.counters.cuts == 0)
      try await client.send(noise(30))
      #expect(try await client.ended() == .rst)
      #expect(try await client.bytes.count == 150)
      let seen = await events.upTo { if case .closed = $0 { true } else { false } }
      #expect(seen == [.cut(.rst, up: 160, down: 150), .closed(up: 160, down: 150)])
    }
  }

  @Test(arguments: ConnectionEnd.allCases)
  func `all are cut at once, or one`(_ how: ConnectionEnd) async throws {
    let server = try await TestServer(echoes: true)
    try await ChaosProxy.withProxy(to: server.target) { proxy, port in
      var clients: [Peer] = []
      for index in 0 ..< 10 {
        clients.append(try await TestServer.connect(port: port))
        try await clients[index].send([UInt8(index)])
        _ = try await clients[index].bytes(1)
      }
      #expect(await proxy.cut(how, .connection(4)) == 1)
      #expect(await proxy.cut(how, .connection(99)) == 0)
      #expect(try await clients[4].ended() == (how == .rst ? .rst : .fin))
      #expect(proxy.counters.cuts == 1)
      await clients[4].close()
      try await clients[5].send([5])
      #expect(try await clients[5].bytes(2) == [5, 5])
      await proxy.cut(how)
      for client in clients { #expect(try await client.ended() == (how == .rst ? .rst : .fin)) }
      #expect(proxy.counters.cuts == 10)
      #expect(how == .rst ? proxy.counters.resets == 10 : proxy.counters.finishes == 10)
      for client in clients { await client.close() }
    }
    await server.stop()
  }

  @Test func `a peer that does not read is cut all the same`() async throws {
    var settings = ChaosSettings()
    settings.settleTime = .milliseconds(50)
    settings.lingerTime = .milliseconds(50)
    for how in ConnectionEnd.allCases {
      let faults = ConnectionFaults(cut: CutPoint(after: 15 << 20, .down, how))
      try await withConnection(faults: faults, settings: settings) { proxy, client, target in
        let events = proxy.events()
        try await client.reads(false)
        target.post(noise(16 << 20))
        await proxy.cut(how)
        let seen = await events.upTo { if case .closed = $0 { true } else { false } }
        #expect(seen.count == 2)
      }
    }
  }
}
