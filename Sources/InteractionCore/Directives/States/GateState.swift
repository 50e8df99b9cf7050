/// The gate of tabs: a selection that waits for a login or for the client, if any (rules T5, T7).
public struct GateState: Hashable, Sendable {
  /// A pending selection.
  public struct Pending: Hashable, Sendable {
    /// The tab's index.
    public var tab: Int
    /// The condition to be met.
    public var condition: Condition

    public init(tab: Int, condition: Condition) {
      self.tab = tab
      self.condition = condition
    }
  }

  /// A Boolean value that indicates whether the user is signed in.
  public var isSignedIn: Bool
  /// The pending selection, if any.
  public var pending: Pending?

  public init(isSignedIn: Bool, pending: Pending? = nil) {
    self.isSignedIn = isSignedIn
    self.pending = pending
  }

  /// The index of the tab whose selection is pending, if any.
  public var pendingTab: Int? { self.pending?.tab }
}
