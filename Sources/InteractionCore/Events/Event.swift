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
  /// The backend's name for it, if a backend ordered it; nil for everything the client did.
  public var command: String?

  public init(sequence: UInt64 = 0, time: Instant, kind: Kind, command: String? = nil) {
    self.sequence = sequence
    self.time = time
    self.kind = kind
    self.command = command
  }

  /// What can happen.
  public enum Kind: Hashable, Sendable {
    /// The session starts, from a former state where the client still knows one.
    indirect case open(Restoration?)
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
    /// Time passed on the client: drains the deadlines up to the event's time (rule S5).
    case tick
    /// Time passed on the server, which has heard nothing of the client: drains the same deadlines,
    /// but for those that decide a touch while a finger is down (rule S5).
    case serverTick
    /// The client's heartbeat names the drags whose finger is still down (rule S3).
    case heldDrags([HeldDrag], pointers: [UInt32])
    /// A directive's animation ended on the client.
    case animationEnded(directive: UInt64, outcome: AnimationOutcome)
    /// A picture has arrived on the client (rules F2, F10).
    case assetReady(Asset)
    /// A picture cannot be had.
    case assetFailed(slot: String)
    /// An animated picture has come to the end of a loop (rule F15).
    case assetLooped(slot: String)
    /// The second floor is asked to open, close, or to hint at itself (rule F9).
    case floor(FloorCommand)
    /// The user signed in or out, or did not manage to (rule T7).
    case account(AccountChange)
    /// The client answers whether a tab that was tapped may be selected (rule T5).
    case selectionVerdict(SelectionVerdict)
    /// The open menu was used or put away (rule T9).
    case menu(MenuChoice)
    /// A tab's badge is to change (rule B2).
    case badge(tab: Int, operation: BadgeOperation)
    /// A page is to be pushed, popped, presented or dismissed (rules N1–N4).
    case navigate(NavigationRequest)
    /// A client with gesture recognisers of its own reports a drag of the pages (rules X7, N5).
    case pageDrag(PageDrag)
    /// Swiping between tabs is turned on or off (rule X7).
    case swiping(isOn: Bool)
    /// The data that a refresh asked for are there (rule F13).
    case refreshDone
    /// The client waited for a verdict for too long and let go (rule D7).
    case holdExpired(HoldTarget)
    /// A list's content has another size (rule C1).
    case contentSize(source: SourceID, size: Size)
    /// The surface changed: rotation, size, insets, motion preference (rule D5).
    indirect case environment(Environment)
    /// The app left the screen.
    case background
    /// The app is on the screen again.
    case foreground
  }
}
