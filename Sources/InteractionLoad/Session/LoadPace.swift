/// The pace of sending frames.
package enum LoadPace: Hashable, Sendable {
  /// At the recorded times, divided by the factor.
  case times(Double)
  /// At once, while fewer than this number of frames are unacknowledged.
  case window(Int)
}
