import InteractionCore
import InteractionStream
import Synchronization

/// The output queue of a session that is driven by unary calls, read by `Subscribe`.
@available(InteractionEngine 1.0, *)
final class UnaryOutput: Sendable {
  /// The maximum number of written frames that are kept until they are acknowledged.
  private static let maximumUnacknowledged = 256

  private struct PacketQueue: Sendable {
    var packets: [LiveStream.Packet] = []
    /// The written frames whose directives are not acknowledged: a new reader gets them again,
    /// since they may not have arrived.
    var unacknowledged: [LiveStream.Packet] = []
    /// The number of frames at the head of ``packets`` that are resent.
    var repeated = 0
    /// The number of readers so far; the newest one gets the frames.
    var reader = 0
    /// Wakes the newest reader; nil if there is none.
    var signal: AsyncStream<Void>.Continuation?

    /// Keeps a written frame for a new reader.
    mutating func keep(_ packet: LiveStream.Packet, since applied: UInt64) {
      self.unacknowledged.removeAll { !$0.isNewer(than: applied) }
      if packet.isNewer(than: applied) { self.unacknowledged.append(packet) }
      if self.unacknowledged.count > UnaryOutput.maximumUnacknowledged {
        self.unacknowledged.removeFirst()
      }
    }
  }

  /// The session key, a secret that unary calls present: 32 hexadecimal digits.
  let key: String
  let tasks: StreamTasks
  private let box = Mutex(PacketQueue())

  var stream: LiveStream { self.tasks.stream }

  init(tasks: StreamTasks) {
    self.tasks = tasks
    var generator = SystemRandomNumberGenerator()
    self.key = (0 ..< 4).map { _ in
      let digits = String(UInt32.random(in: 0 ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// True while a `Subscribe` reads the frames.
  var hasReader: Bool { self.box.withLock { $0.signal != nil } }

  /// Runs the timer and collects packets until the session ends.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.tasks.runTimer() }
      try? await self.tasks.deliver { packet in
        // The session is released before its client reads the end.
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

  /// Writes the frames in order, until the session ends or a newer reader takes over.
  ///
  /// - Throws: The error of the session's end; `SUPERSEDED` for a newer reader.
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
    throw StreamError(.superseded, "superseded by a newer Subscribe of the session")
  }
}

@available(InteractionEngine 1.0, *)
extension LiveStream.Packet {
  /// Returns whether the packet has a directive after `applied`.
  fileprivate func isNewer(than applied: UInt64) -> Bool {
    guard case .frame(_, let last) = self else { return false }
    return last > applied
  }
}
