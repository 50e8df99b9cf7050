/// The sender of a list's callbacks.
public enum ListCallbacks: Hashable, Sendable {
  /// The scroll view: its delegate is replaced.
  case ofDelegate
  /// The app, by ``InteractionScreen/receive(_:of:)``: the delegate stays as it is.
  case ofApp
}
