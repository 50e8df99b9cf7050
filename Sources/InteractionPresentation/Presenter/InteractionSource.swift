public import InteractionCore

/// A session with its presenter, as a screen uses it. `InteractionClient` has the implementation
/// over gRPC, `PresentedSession`.
public protocol InteractionSource: Sendable {
  /// A value whenever the scene has changed for another reason than time. Finishes with the
  /// session.
  var changes: AsyncStream<Void> { get }

  /// One-time effects for the app to perform. Finishes with the session.
  var effects: AsyncStream<Effect> { get }

  /// Returns the scene to draw now, after sending the reports that are due.
  func scene() -> PresentedScene

  /// The newest state received from the engine.
  var snapshot: Snapshot { get }

  /// The surface, as last reported to the engine.
  var surface: Surface { get }

  /// The session time of the next change of the scene; nil at rest, see ``Presenter/nextChange``.
  var nextChange: Instant? { get }

  /// Reports an event that happens now, to the presenter first and then to the engine.
  func send(_ event: InteractionEvent.Kind)
}
