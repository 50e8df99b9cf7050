/// The finger on the bar and the menu that it may have opened (rule T9).
public struct PressState: Hashable, Sendable {
  /// How far a long press has come, in UIKit's words.
  public enum Phase: Int, Hashable, Sendable, CaseIterable {
    /// Nothing yet.
    case possible = 1
    /// The finger has rested long enough.
    case began
    /// It moved since.
    case changed
    /// It lifted.
    case ended
    /// The system took it away.
    case cancelled
    /// It moved too early.
    case failed
  }

  /// The tab that the newest long press is or was about; nil before the first.
  public var tab: Int?
  /// How far it has come.
  public var phase: Phase
  /// The entries of the menu at that tab; empty unless it is open.
  public var menu: [MenuEntry]

  public init(tab: Int? = nil, phase: Phase = .possible, menu: [MenuEntry] = []) {
    self.tab = tab
    self.phase = phase
    self.menu = menu
  }
}

/// What a long press offers to choose from, one of several.
public struct MenuEntry: Hashable, Sendable {
  /// The app's name for it.
  public var id: String
  /// What it says in the session's locale.
  public var text: String
  /// Its picture.
  public var image: String

  public init(id: String, text: String, image: String = "") {
    self.id = id
    self.text = text
    self.image = image
  }
}

/// Whether a list refreshes its data (rule F13).
public struct RefreshState: Hashable, Sendable {
  /// Whether it does.
  public var isRefreshing: Bool

  public init(isRefreshing: Bool) {
    self.isRefreshing = isRefreshing
  }
}
