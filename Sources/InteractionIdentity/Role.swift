/// What a caller may do; the set is closed, and a name outside it gives nothing.
@available(InteractionEngine 1.0, *)
package enum Role: String, CaseIterable, Hashable, Sendable {
  /// Streams gestures and hears directives.
  case client
  /// Commands sessions that clients opened.
  case backend
  /// Looks inside, and stops the server.
  case `operator`
}
