/// When frames are sent.
package enum LoadPace: Hashable, Sendable {
  /// When they are due by the recording, so many times as fast.
  case times(Double)
  /// At once, as long as fewer than so many frames are not acknowledged.
  case window(Int)
}
