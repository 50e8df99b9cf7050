package import InteractionCore

/// An event or a directive of a watched session.
@available(InteractionEngine 1.0, *)
package enum SessionRecord: Hashable, Sendable {
  /// An applied event: a client's, a backend's or the server's own.
  case event(InteractionEvent)
  /// A decided directive.
  case directive(Directive)
}
