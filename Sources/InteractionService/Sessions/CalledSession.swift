import InteractionCore
import Synchronization

/// A session that single calls drive: its frames wait here until they are fetched.
final class CalledSession: Sendable {
  private struct Box: Sendable {
    var outputs: [LiveStream.Output] = []
    /// Counts the readers: the newest one gets the frames.
    var reader = 0
    /// Wakes the newest reader.
    var signal: AsyncStream<Void>.Continuation?
  }

  /// Proves that a call belongs to the session: 32 hexadecimal digits.
  let key: String
  let stream: LiveStream
  private let box = Mutex(Box())

  init(stream: LiveStream) {
    self.stream = stream
    var generator = SystemRandomNumberGenerator()
    self.key = (0 ..< 4).map { _ in
      let digits = String(UInt32.random(in: 0 ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Lets deadlines happen and collects what is to be fetched, until the session is over.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.stream.keepTime() }
      for await output in self.stream.outputs {
        let signal = self.box.withLock { box in
          box.outputs.append(output)
          return box.signal
        }
        signal?.yield()
        if case .end(let error) = output { self.stream.close(with: error) }
      }
      group.cancelAll()
    }
    self.box.withLock { $0.signal }?.finish()
  }

  /// Passes frames on in order, each until it is written, to the session's end or a newer reader.
  func deliver(to write: ([UInt8]) async throws -> Void) async throws {
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (reader, older) = self.box.withLock { box in
      box.reader += 1
      defer { box.signal = signal }
      return (box.reader, box.signal)
    }
    older?.finish()
    signal.yield()
    for await _ in signals {
      while let output = self.box.withLock({ $0.reader == reader ? $0.outputs.first : nil }) {
        switch output {
        case .frame(let bytes):
          try await write(bytes)
          let isMine = self.box.withLock { box in
            guard box.reader == reader else { return false }
            box.outputs.removeFirst()
            return true
          }
          if isMine { self.stream.wrote(bytes.count) }
        case .end(let error):
          if let error { throw error }
          return
        }
      }
    }
    throw StreamError(.superseded, "a newer Subscribe fetches the session's frames now")
  }
}
