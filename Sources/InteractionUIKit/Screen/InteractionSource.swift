public import InteractionCore
public import InteractionPresentation

/// A session joined with its presenter, as a screen needs it: what to show, and whom to tell.
public protocol InteractionSource: Sendable {
  /// One value for each directive or snapshot that has been received: the effects to carry out,
  /// which may be none. It ends with the session.
  var changes: AsyncStream<[Effect]> { get }

  /// Everything to draw now; what the engine waits to hear by now has been reported to it.
  func scene() -> Scene

  /// When the scene changes next; nil at rest, see `Presenter.nextChange`.
  var nextChange: Instant? { get }

  /// Something happens now on the client: the presenter sees it, then the engine hears of it.
  func send(_ event: Event.Kind)
}
