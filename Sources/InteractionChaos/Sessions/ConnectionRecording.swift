import InteractionTrace

/// An engine's recording of one connection of a session.
struct ConnectionRecording: Sendable {
  /// The engine's executable, from 1.
  var program: Int
  var trace: Trace

  /// The number of the connection within its session, from 1.
  var epoch: UInt64 { self.trace.header.connection?.epoch ?? 0 }
}
