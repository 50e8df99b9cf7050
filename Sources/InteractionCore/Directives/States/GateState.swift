/// Whether a tab waits to be selected, and for what (rules T5, T7).
public struct GateState: Hashable, Sendable {
  /// A tab that waits.
  public struct Pending: Hashable, Sendable {
    /// The tab.
    public var tab: Int
    /// What it waits for.
    public var condition: Condition

    public init(tab: Int, condition: Condition) {
      self.tab = tab
      self.condition = condition
    }
  }

  /// Whether the user is signed in.
  public var isSignedIn: Bool
  /// The tab that waits; nil if none does.
  public var pending: Pending?

  public init(isSignedIn: Bool, pending: Pending? = nil) {
    self.isSignedIn = isSignedIn
    self.pending = pending
  }

  /// The tab that waits, whatever for.
  public var pendingTab: Int? { self.pending?.tab }
}
