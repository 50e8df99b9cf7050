import Foundation
import InteractionChaos
import Testing

/// Many connections with random cuts.
@Suite(.timeLimit(.minutes(5))) struct RandomSessionRunTests {
  @Test func `500 random cuts leave no socket open, and end where they were to`() async throws {
    let schedule = ChaosSchedule(seed: 42, bytes: 1 ... 100_000)
    let server = try await TestServer(echoes: true)
    var settings = ChaosSettings()
    // No connection is closed by a timeout.
    settings.lingerTime = .seconds(3600)
    settings.settleTime = .seconds(3600)
    let proxy = ChaosProxy(
      target: server.target, faults: schedule.faults(connection:), settings: settings)
    let port = try await proxy.start()
    let events = proxy.events()
    var clients: [Peer] = []
    for _ in 0 ..< 500 { clients.append(try await TestServer.connect(port: port)) }
    var opened = 0
    for await event in events {
      if case .opened = event.kind { opened += 1 }
      if opened == 500 { break }
    }
    // No connection is cut before its first byte, so all sockets of the test are open.
    let sockets = OpenSockets.ofThisProcess(on: [port, server.port])
    #expect(sockets.count >= 2000)
    let sent = noise(200_000)
    await withTaskGroup(of: Void.self) { group in
      for (index, client) in clients.enumerated() {
        group.addTask {
          client.post(sent)
          let end = try? await client.ended()
          let got = (try? await client.bytes) ?? []
          #expect(got == Array(sent.prefix(got.count)))
          guard let point = schedule.cutPoint(connection: index) else { return }
          #expect(end == (point.end == .rst ? .rst : .fin))
          if point.direction == .down, point.end == .fin { #expect(got.count == point.bytes) }
          await client.close()
        }
      }
    }
    var cuts: [Int: CutPoint] = [:]
    var closed = 0
    for await event in events {
      if case .cut(let how, let up, let down) = event.kind,
        let planned = schedule.cutPoint(connection: event.connection)
      {
        cuts[event.connection] = CutPoint(
          after: planned.direction == .up ? up : down, planned.direction, how)
      }
      if case .closed = event.kind { closed += 1 }
      if closed == 500 { break }
    }
    #expect(proxy.counters.open == 0)
    #expect(proxy.counters.cuts == 500)
    for index in 0 ..< 500 { #expect(cuts[index] == schedule.cutPoint(connection: index)) }
    await proxy.stop()
    await server.stop()
    let left = sockets.intersection(OpenSockets.ofThisProcess())
    #expect(left.isEmpty)
  }

  @Test func `stopping in the middle leaves no socket open`() async throws {
    let server = try await TestServer(echoes: true)
    let proxy = ChaosProxy(target: server.target)
    let port = try await proxy.start()
    var clients: [Peer] = []
    for index in 0 ..< 100 {
      clients.append(try await TestServer.connect(port: port))
      clients[index].post(noise(100_000))
      if index.isMultiple(of: 3) { _ = try await clients[index].bytes(1) }
    }
    await proxy.halfOpen(.connection(1), .backpressure)
    let sockets = OpenSockets.ofThisProcess(on: [port, server.port])
    #expect(sockets.count >= 100)
    await proxy.stop()
    #expect(proxy.counters.open == 0)
    for client in clients { #expect(try await client.ended() == .rst) }
    await server.stop()
    #expect(sockets.intersection(OpenSockets.ofThisProcess()).isEmpty)
  }
}

/// The open sockets of this process, by inode, so that those of other tests do not count.
enum OpenSockets {
  static func ofThisProcess() -> Set<String> {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    let links = descriptors.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    return Set(links.filter { $0.hasPrefix("socket:[") }.map { String($0.dropFirst(8).dropLast()) })
  }

  /// Returns the sockets with one of these local or remote ports.
  static func ofThisProcess(on ports: [Int]) -> Set<String> {
    // Read to its end, since its reported size is 0.
    let file = FileHandle(forReadingAtPath: "/proc/self/net/tcp")
    let table = String(decoding: (try? file?.readToEnd()) ?? Data(), as: UTF8.self)
    let wanted = ports.map { ":" + String(format: "%04X", $0) }
    let rows = table.split(separator: "\n").map { $0.split(separator: " ") }
    let inodes = rows.filter { row in
      row.count > 9 && wanted.contains { row[1].hasSuffix($0) || row[2].hasSuffix($0) }
    }.map { String($0[9]) }
    return Set(inodes).intersection(self.ofThisProcess())
  }
}
