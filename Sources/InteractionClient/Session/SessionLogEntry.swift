import InteractionCore

/// An entry for the app's log; see ``InteractionSession/log``.
public struct SessionLogEntry: Hashable, Sendable {
  /// The severity, by the names of swift-log.
  public var level: Level
  /// A constant text for all entries of a kind.
  public var message: String
  /// The values, by field name.
  public var fields: [String: String]

  /// A severity.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// A detail for developers.
    case debug
    /// An event of normal operation.
    case info
    /// A problem that the session survives: something was lost or failed.
    case warning
    /// The error that ended the session.
    case error
  }

  init(_ level: Level, _ message: String, _ fields: [String: String] = [:]) {
    self.level = level
    self.message = message
    self.fields = fields
  }
}

extension SessionLogEntry {
  /// Describes a change of the connection.
  init(_ state: SessionConnectionState) {
    switch state {
    case .connecting: self.init(.debug, "connecting")
    case .open: self.init(.info, "session opened")
    case .reconnecting(let attempt, let delay, let error):
      self.init(
        .warning, "reconnecting",
        ["attempt": "\(attempt)", "delay": "\(delay)"].merging(error.fields) { $1 })
    case .resumed: self.init(.info, "session resumed")
    case .restarted(let reason):
      self.init(.warning, "session restarted", ["reason": reason.rawValue])
    case .draining: self.init(.info, "server drains")
    case .offline: self.init(.warning, "no server reachable")
    case .paused: self.init(.info, "session paused")
    case .closed: self.init(.info, "session closed")
    }
  }

  /// Describes a notice or a store failure; nil for other updates.
  init?(_ update: SessionUpdate) {
    switch update {
    case .opened, .directive: return nil
    case .notice(let notice):
      let violation = notice.violations.first
      self.init(
        .warning, notice.sequence > 0 ? "event refused" : "frame refused",
        [
          "reason": notice.reason?.rawValue,
          "event": notice.sequence > 0 ? "\(notice.sequence)" : nil,
          "field": violation?.field, "problem": violation?.problem,
        ].compactMapValues { $0 })
    case .storeFailed(let failure):
      self.init(
        .warning, "checkpoint store failed",
        ["operation": "\(failure.operation)", "error": failure.message])
    }
  }

  /// Describes the error that ended a session.
  init(_ error: InteractionError) {
    self.init(.error, "session failed", error.fields)
  }
}

extension InteractionError {
  /// The fields of a log entry.
  fileprivate var fields: [String: String] {
    var fields = ["status": "\(self.code)", "error": self.message]
    if !self.reason.isEmpty { fields["reason"] = self.reason }
    return fields
  }
}
