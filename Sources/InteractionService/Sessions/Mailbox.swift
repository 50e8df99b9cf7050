import InteractionCore
import InteractionStream
import Synchronization

/// Where the frames of a session that single calls drive wait until `Subscribe` fetches them.
@available(InteractionEngine 1.0, *)
final class Mailbox: Sendable {
  /// How many frames are kept until they are acknowledged.
  private static let maximumUnacknowledged = 256

  private struct Box: Sendable {
    var packets: [LiveStream.Packet] = []
    /// Frames that were written and whose directives have not been acknowledged: a reader that
    /// takes over gets them again, since the server cannot know whether they arrived.
    var unacknowledged: [LiveStream.Packet] = []
    /// How many frames at the head of ``packets`` are there for the second time.
    var repeated = 0
    /// Counts the readers: the newest one gets the frames.
    var reader = 0
    /// Wakes the newest reader.
    var signal: AsyncStream<Void>.Continuation?

    /// Keeps a written frame for a reader that may take over.
    mutating func keep(_ packet: LiveStream.Packet, since applied: UInt64) {
      self.unacknowledged.removeAll { !$0.isNewer(than: applied) }
      if packet.isNewer(than: applied) { self.unacknowledged.append(packet) }
      if self.unacknowledged.count > Mailbox.maximumUnacknowledged {
        self.unacknowledged.removeFirst()
      }
    }
  }

  /// Proves that a call belongs to the session: 32 hexadecimal digits.
  let key: String
  let tasks: StreamTasks
  private let box = Mutex(Box())

  var stream: LiveStream { self.tasks.stream }

  init(tasks: StreamTasks) {
    self.tasks = tasks
    var generator = SystemRandomNumberGenerator()
    self.key = (0 ..< 4).map { _ in
      let digits = String(UInt32.random(in: 0 ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Whether a `Subscribe` fetches the frames.
  var hasReader: Bool { self.box.withLock { $0.signal != nil } }

  /// Lets deadlines happen and collects what is to be fetched, until the session is over.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.tasks.keepTime() }
      try? await self.tasks.deliver { packet in
        // The session is over before its client reads that it is.
        if case .end(let error) = packet { self.stream.close(with: error) }
        let signal = self.box.withLock { box in
          box.packets.append(packet)
          return box.signal
        }
        signal?.yield()
      }
      group.cancelAll()
    }
    self.box.withLock { $0.signal }?.finish()
  }

  /// Passes frames on in order, each until it is written, to the session's end or a newer reader.
  func deliver(to write: ([UInt8]) async throws -> Void) async throws {
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let applied = self.stream.appliedDirective
    let (reader, older) = self.box.withLock { box in
      box.reader += 1
      let again = box.unacknowledged.filter { $0.isNewer(than: applied) }
      box.packets = again + box.packets
      box.repeated += again.count
      box.unacknowledged = []
      defer { box.signal = signal }
      return (box.reader, box.signal)
    }
    defer {
      self.box.withLock { box in
        if box.reader == reader { box.signal = nil }
      }
    }
    older?.finish()
    signal.yield()
    for await _ in signals {
      while let packet = self.box.withLock({ $0.reader == reader ? $0.packets.first : nil }) {
        switch packet {
        case .frame(let bytes, _):
          try await write(bytes)
          let applied = self.stream.appliedDirective
          let isFirst = self.box.withLock { box in
            guard box.reader == reader else { return false }
            box.keep(box.packets.removeFirst(), since: applied)
            defer { box.repeated = max(box.repeated - 1, 0) }
            return box.repeated == 0
          }
          if isFirst { self.stream.wrote(bytes.count) }
        case .end(let error):
          if let error { throw error }
          return
        }
      }
    }
    throw StreamError(.superseded, "a newer Subscribe fetches the session's frames now")
  }
}

@available(InteractionEngine 1.0, *)
extension LiveStream.Packet {
  /// Whether it holds a directive that a client at `applied` has not applied.
  fileprivate func isNewer(than applied: UInt64) -> Bool {
    guard case .frame(_, let last) = self else { return false }
    return last > applied
  }
}
