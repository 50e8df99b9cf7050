import GRPCCore
import InteractionCore
import Logging
import Synchronization

/// Tells of streams and calls that were refused: every reason, but no more lines in a second than
/// others have time for. What is left out is counted, by the second here and by the reason in the
/// metrics.
@available(InteractionEngine 1.0, *)
final class RefusalLog: Sendable {
  private struct Window: Sendable {
    var since: Instant
    var lines = 0
    var leftOut = 0
  }

  /// Lines in a second.
  static let linesPerSecond = 100

  private let logger: Logger
  private let clock: ServerClock
  private let window: Mutex<Window>

  init(logger: Logger, clock: ServerClock) {
    self.logger = logger
    self.clock = clock
    self.window = Mutex(Window(since: clock.now))
  }

  /// Tells why a stream or call was refused that came from there.
  func tell(
    _ event: Logger.Message, _ error: any Error, method: String = "", from peer: String,
    in trace: TraceID? = nil
  ) {
    var fields: Logger.Metadata = [:]
    fields.name(trace)
    if !method.isEmpty { fields["method"] = "\(method)" }
    if let error = error as? StreamError {
      fields["reason"] = "\(error.reason.rawValue)"
      fields["message"] = "\(error.message)"
    } else {
      fields["error"] = "\(error)"
    }
    self.tell(event, fields, from: peer)
  }

  /// Tells of something that was refused.
  func tell(_ event: Logger.Message, _ fields: Logger.Metadata, from peer: String) {
    let (isTold, leftOut) = self.admit(at: self.clock.now)
    if leftOut > 0 {
      self.logger.notice("refusals left out", metadata: ["count": "\(leftOut)"])
    }
    guard isTold else { return }
    self.logger.info(event, metadata: fields.merging(["peer": "\(peer)"]) { $1 })
  }

  /// Whether there is room for one more line, and how many were left out in the second before.
  func admit(at now: Instant) -> (isTold: Bool, leftOut: Int) {
    self.window.withLock { window in
      var leftOut = 0
      if now - window.since >= .seconds(1) {
        leftOut = window.leftOut
        window = Window(since: now)
      }
      window.lines += 1
      if window.lines > Self.linesPerSecond { window.leftOut += 1 }
      return (window.lines <= Self.linesPerSecond, leftOut)
    }
  }
}

@available(InteractionEngine 1.0, *)
extension Logger.Metadata {
  /// Says of what trace a line is part, if of any.
  mutating func name(_ trace: TraceID?) {
    if let trace { self["trace_id"] = "\(trace.text)" }
  }
}

@available(InteractionEngine 1.0, *)
extension ServerContext {
  /// The address of the connection's other end, as logs have it: `127.0.0.1:50100`.
  var peerAddress: String {
    for kind in ["ipv4:", "ipv6:"] where self.remotePeer.hasPrefix(kind) {
      return String(self.remotePeer.dropFirst(kind.count))
    }
    return self.remotePeer
  }
}
