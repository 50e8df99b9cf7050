import InteractionTrace

/// What an engine recorded of one connection of a session.
struct RecordedPart: Sendable {
  /// Which of the programs the engine runs, from 1.
  var program: Int
  var trace: Trace

  /// Counts the session's connections, from 1.
  var epoch: UInt64 { self.trace.header.connection?.epoch ?? 0 }
}
