import Dispatch
import Foundation
package import Metrics
import Synchronization

/// Writes the log to a file descriptor on a dispatch queue of its own.
///
/// Loggers never block on the descriptor: if a pipe is not read, the queue fills, and further lines
/// are dropped and counted.
package final class LogWriter: Sendable {
  package static let standardError = LogWriter(STDERR_FILENO)

  private struct State: Sendable {
    var queue = LogQueue()
    var dropped: Counter?
  }

  private let descriptor: CInt
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "log")
  /// Entered while a writer runs.
  private let writing = DispatchGroup()

  package init(_ descriptor: CInt) {
    self.descriptor = descriptor
  }

  /// Counts dropped lines with this counter from now on.
  package func count(dropped counter: Counter) {
    self.state.withLock { $0.dropped = counter }
  }

  /// Queues a line that ends with a line feed.
  ///
  /// - Returns: The number of lines dropped since the last one was queued.
  func write(_ line: String) -> Int {
    let (admission, counter) = self.state.withLock { state in
      let admission = state.queue.append(line)
      // Under the lock, so that ``flush(within:)`` waits for this writer.
      if case .queued(_, starts: true) = admission { self.writing.enter() }
      return (admission, state.dropped)
    }
    switch admission {
    case .queued(let dropped, let starts):
      if starts { self.queue.async { self.writeAll() } }
      return dropped
    case .dropped:
      counter?.increment()
      return 0
    }
  }

  /// Waits until all lines are written or the time has passed.
  ///
  /// - Returns: True if all lines are written.
  @discardableResult
  package func flush(within time: Duration) -> Bool {
    let (seconds, attoseconds) = time.components
    let deadline = DispatchTime.now() + Double(seconds) + Double(attoseconds) / 1e18
    return self.writing.wait(timeout: deadline) == .success
  }

  private func writeAll() {
    while let bytes = self.state.withLock({ $0.queue.take() }) { self.write(bytes) }
    self.writing.leave()
  }

  /// Writes the bytes; they are lost if the descriptor fails, as no place to report it is left.
  private func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Foundation.write(
          self.descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN {
          var ready = pollfd(fd: self.descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&ready, 1, -1)
          continue
        }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
