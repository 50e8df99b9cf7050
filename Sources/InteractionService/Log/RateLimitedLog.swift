import GRPCCore
import InteractionCore
import InteractionStream
import Logging
import Synchronization

/// A log of lines that callers cause, limited per second.
///
/// Excess lines are dropped; they are counted here per second, and by reason in the metrics.
@available(InteractionEngine 1.0, *)
final class RateLimitedLog: Sendable {
  private struct Window: Sendable {
    var since: Instant
    var lines = 0
    var dropped = 0
  }

  /// The maximum number of lines per second.
  static let linesPerSecond = 100

  let logger: Logger
  private let clock: ServerClock
  /// The name of these lines in the line that counts dropped ones.
  private let subject: String
  private let window: Mutex<Window>

  init(_ subject: String, logger: Logger, clock: ServerClock) {
    self.subject = subject
    self.logger = logger
    self.clock = clock
    self.window = Mutex(Window(since: clock.now))
  }

  /// Logs a line, unless the limit is reached.
  func log(
    _ event: Logger.Message, level: Logger.Level = .info,
    _ metadata: @autoclosure () -> Logger.Metadata
  ) {
    let (isWritten, suppressed) = self.admit(at: self.clock.now)
    if suppressed > 0 {
      self.logger.notice("\(self.subject) suppressed", metadata: ["count": "\(suppressed)"])
    }
    if isWritten { self.logger.log(level: level, event, metadata: metadata()) }
  }

  /// Returns whether one more line is logged, and the number of lines dropped in the previous
  /// second.
  func admit(at now: Instant) -> (isWritten: Bool, suppressed: Int) {
    self.window.withLock { window in
      var suppressed = 0
      if now - window.since >= .seconds(1) {
        suppressed = window.dropped
        window = Window(since: now)
      }
      window.lines += 1
      if window.lines > Self.linesPerSecond { window.dropped += 1 }
      return (window.lines <= Self.linesPerSecond, suppressed)
    }
  }
}

/// Refused streams and calls.
@available(InteractionEngine 1.0, *)
extension RateLimitedLog {
  /// Logs the refusal of a peer's stream or call.
  func refused(
    _ event: Logger.Message, _ error: any Error, method: String = "", from peer: String,
    in trace: TraceID? = nil
  ) {
    var fields: Logger.Metadata = ["peer": "\(peer)"]
    fields.name(trace)
    if !method.isEmpty { fields["method"] = "\(method)" }
    if let error = error as? StreamError {
      fields["reason"] = "\(error.reason.rawValue)"
      fields["message"] = "\(error.message)"
    } else {
      fields["error"] = "\(error)"
    }
    self.log(event, fields)
  }
}

@available(InteractionEngine 1.0, *)
extension Logger.Metadata {
  /// Adds the trace ID, if any.
  mutating func name(_ trace: TraceID?) {
    if let trace { self["trace_id"] = "\(trace.text)" }
  }
}

@available(InteractionEngine 1.0, *)
extension ServerContext {
  /// The peer's address as in logs: `127.0.0.1:50100`.
  var peerAddress: String {
    for kind in ["ipv4:", "ipv6:"] where self.remotePeer.hasPrefix(kind) {
      return String(self.remotePeer.dropFirst(kind.count))
    }
    return self.remotePeer
  }
}
