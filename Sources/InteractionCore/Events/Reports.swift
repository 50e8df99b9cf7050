/// A drag that a heartbeat reports as still held.
public struct HeldDrag: Hashable, Sendable {
  /// The scroll view.
  public var source: SourceID
  /// The drag's number on its scroll view.
  public var drag: UInt32

  public init(source: SourceID, drag: UInt32) {
    self.source = source
    self.drag = drag
  }
}

/// How an animation ended on the client.
public enum AnimationOutcome: Int, Hashable, Sendable, CaseIterable {
  /// It ran to its end.
  case finished = 1
  /// It was stopped: removed, backgrounded, replaced.
  case cancelled
}

/// A picture that the client has loaded.
public struct Asset: Hashable, Sendable {
  /// Whether a picture moves.
  public enum Kind: Int, Hashable, Sendable, CaseIterable {
    /// One frame.
    case still = 1
    /// Several frames that play.
    case animated
  }

  /// Which place it fills, such as `floor`.
  public var slot: String
  /// Whether it moves.
  public var kind: Kind
  /// Its size in its own pixels; not positive means not ready (rule F10).
  public var size: Size

  public init(slot: String, kind: Kind, size: Size) {
    self.slot = slot
    self.kind = kind
    self.size = size
  }
}

/// What may be asked of the second floor.
public enum FloorCommand: Int, Hashable, Sendable, CaseIterable {
  /// Open it, unless something else keeps the screen busy (rule F1).
  case open = 1
  /// Close it, or remember to as soon as it has opened (rule F8).
  case close
  /// Show for a moment that it is there.
  case peek
}
