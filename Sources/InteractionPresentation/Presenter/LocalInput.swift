public import InteractionCore

/// What a client sees happen on its screen, and a presenter has to know at once (rules D6, D7).
public enum LocalInput: Hashable, Sendable {
  /// A list stands at this offset, pt.
  case offset(SourceID, x: Double = 0, y: Double)
  /// A finger takes hold of a view: a list, `Target.pages`, `Target.edge`, `Target.scan` or
  /// `Target.floorPage`.
  case touch(Target)
  /// That finger has dragged so far, pt: downwards on `Target.floorPage` and `Target.scan`, to
  /// the right elsewhere. A drag without a touch is one.
  case drag(Target, translation: Double)
  /// That finger lifts.
  case lift(Target)
  /// The system takes that finger away.
  case cancel(Target)
  /// The surface has changed.
  case environment(Environment)
}
