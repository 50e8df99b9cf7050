package import InteractionCore

/// Something that happened in a session.
@available(InteractionEngine 1.0, *)
package enum SessionMoment: Hashable, Sendable {
  /// An event was applied: a client's, a backend's or the server's own.
  case event(Event)
  /// A directive was decided.
  case directive(Directive)
}
