/// One thing that happened on the client (or was ordered by a backend), at its own time.
///
/// Events are the only way into a ``Session``; a session is the sum of its events, which is what
/// makes it recordable and replayable.
public struct Event: Hashable, Sendable {
  /// The client's number for the event, from 1; 0 for what no client numbers.
  public var sequence: UInt64
  /// When it happened, on the client's clock (rule S5).
  public var time: Instant
  /// What happened.
  public var kind: Kind

  public init(sequence: UInt64 = 0, time: Instant, kind: Kind) {
    self.sequence = sequence
    self.time = time
    self.kind = kind
  }

  /// What can happen.
  public enum Kind: Hashable, Sendable {
    /// The session starts, from a former state where the client still knows one.
    case open(Restoration?)
    /// A scroll view moved or changed phase.
    case scroll(Scroll)
    /// A finger did something on a named target.
    case pointer(Pointer)
    /// A finished tap on a tab.
    case tapTab(index: Int)
    /// A tab is to be selected without a tap (rule T6).
    case selectTab(index: Int)
    /// A toggle is ordered to one of its looks (rule R10).
    case orderToggle(id: String, look: Look)
    /// Time passed: drains the deadlines up to the event's time (rule S5).
    case tick
    /// The client's heartbeat names the drags whose finger is still down (rule S3).
    case heldDrags([HeldDrag])
    /// A directive's animation ended on the client.
    case animationEnded(directive: UInt64, outcome: AnimationOutcome)
    /// A picture has arrived on the client (rules F2, F10).
    case assetReady(Asset)
    /// A picture cannot be had.
    case assetFailed(slot: String)
    /// The second floor is asked to open, close, or to hint at itself (rule F9).
    case floor(FloorCommand)
    /// The surface changed: rotation, size, insets, motion preference (rule D5).
    case environment(Environment)
    /// The app left the screen.
    case background
    /// The app is on the screen again.
    case foreground
    /// A kind that this engine does not know: counted, otherwise ignored.
    case unknown
  }
}

/// A drag that a heartbeat reports as still held.
public struct HeldDrag: Hashable, Sendable {
  /// The scroll view.
  public var source: SourceID
  /// The drag.
  public var drag: UInt32

  public init(source: SourceID, drag: UInt32) {
    self.source = source
    self.drag = drag
  }
}

/// How an animation ended on the client.
public enum AnimationOutcome: Hashable, Sendable, CaseIterable {
  /// It ran to its end.
  case finished
  /// It was stopped: removed, backgrounded, replaced.
  case cancelled
}

/// A picture that the client has loaded.
public struct Asset: Hashable, Sendable {
  /// Whether a picture moves.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// One frame.
    case still
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
public enum FloorCommand: Hashable, Sendable, CaseIterable {
  /// Open it.
  case open
  /// Close it, or remember to as soon as it has opened (rule F8).
  case close
  /// Show for a moment that it is there.
  case peek
}

/// What a client still knows when a session starts anew (rule T6, origin `restore`).
public struct Restoration: Hashable, Sendable {
  /// The selected tab; nil keeps the experience's first.
  public var selectedTab: Int?
  /// Where each list stands, pt.
  public var offsets: [Offset]
  /// Whether the second floor is open.
  public var isFloorOpen: Bool

  /// Where one list stands.
  public struct Offset: Hashable, Sendable {
    /// The scroll view.
    public var source: SourceID
    /// Its offset, pt.
    public var y: Double

    public init(source: SourceID, y: Double) {
      self.source = source
      self.y = y
    }
  }

  public init(selectedTab: Int? = nil, offsets: [Offset] = [], isFloorOpen: Bool = false) {
    self.selectedTab = selectedTab
    self.offsets = offsets
    self.isFloorOpen = isFloorOpen
  }
}
