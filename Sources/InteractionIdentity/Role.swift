/// The roles of callers. The set is closed; unknown names grant nothing.
@available(InteractionEngine 1.0, *)
package enum Role: String, CaseIterable, Hashable, Sendable {
  /// May stream gestures and receive directives.
  case client
  /// May send commands to clients' sessions.
  case backend
  /// May inspect sessions and drain the server.
  case `operator`
  /// May ask for a variant of an experience.
  case tester
}
