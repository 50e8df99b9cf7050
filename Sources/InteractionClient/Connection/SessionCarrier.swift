/// A transport of sessions to one or several engines, each of which can resume a session of any
/// other.
package protocol SessionCarrier: Sendable {
  /// The number of engines to choose from.
  var engineCount: Int { get }
  /// The clock of the sessions.
  var clock: SessionClock { get }

  /// Carries a session's frames over a connection until either side ends it.
  ///
  /// - Throws: ``InteractionError`` if the engine or the network ended it; any error if the task is
  ///   cancelled, since the session has left the connection.
  func carry(_ stream: EngineStream) async throws

  /// Runs the connections until ``shutDown()`` and the end of the sessions on them; a cancelled
  /// task closes them at once.
  func run() async

  /// Closes the connections once the running sessions have ended.
  func shutDown()
}

extension SessionCarrier {
  package var clock: SessionClock { .system }
}
