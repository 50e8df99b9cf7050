import Dispatch
import Foundation
package import Metrics
import Synchronization

/// Writes the log to a file descriptor, on a thread of its own.
///
/// No logger waits for the descriptor: a pipe that is not read fills the queue, and further lines
/// are dropped and counted.
package final class LogWriter: Sendable {
  package static let standardError = LogWriter(STDERR_FILENO)

  private struct State: Sendable {
    var queue = LogQueue()
    var dropped: Counter?
  }

  private let descriptor: CInt
  private let state = Mutex(State())
  private let thread = DispatchQueue(label: "log")
  /// Entered while a writer runs.
  private let writing = DispatchGroup()

  package init(_ descriptor: CInt) {
    self.descriptor = descriptor
  }

  /// Counts dropped lines from now on.
  package func count(dropped counter: Counter) {
    self.state.withLock { $0.dropped = counter }
  }

  /// Queues a line, its end included.
  ///
  /// - Returns: The number of lines that were dropped since the last one was queued.
  func write(_ line: String) -> Int {
    let (admission, counter) = self.state.withLock { state in
      let admission = state.queue.append(line)
      // Under the lock, so that ``flush(within:)`` waits for it.
      if case .queued(_, starts: true) = admission { self.writing.enter() }
      return (admission, state.dropped)
    }
    switch admission {
    case .queued(let dropped, let starts):
      if starts { self.thread.async { self.writeAll() } }
      return dropped
    case .dropped:
      counter?.increment()
      return 0
    }
  }

  /// Waits until everything is written, or the time is over.
  ///
  /// - Returns: Whether everything is written.
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

  /// A descriptor that does not take them loses them: there is no other place to say so.
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
