/// Something that happens once on the client and leaves nothing to keep (rule D3).
public enum Effect: Hashable, Sendable {
  /// Let the device be felt (rule T8).
  case haptic(Haptic)
  /// Play a sound file (rule T8).
  case sound(String)
  /// Scroll a list.
  case scrollList(SourceID, y: Double, animated: Bool)
  /// Scroll a carousel to one of its items, centred (rule C1); `x` is the offset that does that.
  case scrollCarousel(SourceID, item: Int, x: Double, animated: Bool)
  /// Fetch a list's data anew.
  case refresh(SourceID)
  /// Show the menu of a tab; its entries are in the press that the same directive sets (rule T9).
  case presentMenu(tab: Int)
  /// Ask the user to sign in, for a tab that waits for it (rule T7).
  case requestLogin(tab: Int)
  /// Answer whether a tab that was tapped may be selected; it waits for that (rule T5).
  case askSelection(tab: Int)
  /// Play or stop an animation file (rule T8).
  case media(Media)
  /// Do what a tab does instead of being selected (rule T7).
  case perform(ItemAction, tab: Int)
  /// A request was refused and changed nothing (rule T5).
  case refusal(Refusal)
}

/// An animation file that a client plays (rule T8).
public struct Media: Hashable, Sendable {
  /// What to do with it.
  public enum Operation: Int, Hashable, Sendable, CaseIterable {
    /// Play the segment from its start.
    case play = 1
    /// Stop where it is.
    case stop
  }

  /// The view that shows it.
  public var target: Target
  /// The file, as the client knows it.
  public var name: String
  /// What to do with it.
  public var operation: Operation
  /// Where the segment starts, as a part of the whole, 0 … 1.
  public var start: Double
  /// Where the segment ends, as a part of the whole, 0 … 1.
  public var end: Double

  public init(
    target: Target, name: String, operation: Operation, start: Double = 0, end: Double = 1
  ) {
    self.target = target
    self.name = name
    self.operation = operation
    self.start = start
    self.end = end
  }
}

/// How a device makes itself felt (rule T8), in UIKit's words.
public enum Haptic: Int, Hashable, Sendable, CaseIterable {
  /// Not at all.
  case none = 1
  /// A light tap.
  case light
  /// A medium tap.
  case medium
  /// A heavy tap.
  case heavy
  /// A tick, as of a wheel.
  case selection
}

/// What a tab does instead of being selected (rule T7).
public struct ItemAction: Hashable, Sendable {
  /// What kind of thing it does.
  public enum Kind: Int, Hashable, Sendable, CaseIterable {
    /// Goes to a place in the app.
    case route = 1
    /// Shows a passing message.
    case toast
    /// Opens an address.
    case url
  }

  /// What kind of thing it does.
  public var kind: Kind
  /// The place, the message in the session's locale, or the address.
  public var value: String

  public init(kind: Kind, value: String) {
    self.kind = kind
    self.value = value
  }
}
