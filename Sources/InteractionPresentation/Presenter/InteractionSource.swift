public import InteractionCore

/// A session joined with its presenter, as a screen needs it: what to show, and whom to tell.
/// `InteractionClient` has the one over gRPC, `PresentedSession`.
public protocol InteractionSource: Sendable {
  /// Whenever something else than time has changed the scene. It ends with the session.
  var changes: AsyncStream<Void> { get }

  /// What happens once, to be carried out by the app. It ends with the session.
  var effects: AsyncStream<Effect> { get }

  /// Everything to draw now; what the engine waits to hear by now has been reported to it.
  func scene() -> Scene

  /// The surface, as the engine has been told of it.
  var environment: Environment { get }

  /// When the scene changes next; nil at rest, see ``Presenter/nextChange``.
  var nextChange: Instant? { get }

  /// Something happens now on the client: the presenter sees it, then the engine hears of it.
  func send(_ event: Event.Kind)
}
