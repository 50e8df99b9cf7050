public import InteractionCore

/// An input on the client's screen that a presenter handles without waiting for the engine (rules
/// D6, D7).
public enum LocalInput: Hashable, Sendable {
  /// A list's offset, pt.
  case offset(SourceID, x: Double = 0, y: Double)
  /// Another of the lists that lie side by side is shown (rule S9).
  case list(SourceID, name: String)
  /// A finger grabs a view: a list, `Target.pages`, `Target.edge`, `Target.scan` or
  /// `Target.floorPage`.
  case touch(ViewPath)
  /// The finger's translation, pt: downwards on `Target.floorPage` and `Target.scan`, to the right
  /// elsewhere. Implies a touch if there was none.
  case drag(ViewPath, translation: Double)
  /// The finger lifts.
  case lift(ViewPath)
  /// The system cancels the touch.
  case cancel(ViewPath)
  /// The surface has changed.
  case surface(Surface)
}
