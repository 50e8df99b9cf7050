import InteractionCore

/// The limits of a trace's numbers, which keep its readers' arithmetic from overflowing.
extension Trace {
  /// The maximum magnitude of a time, µs.
  private static let largestTime: Int64 = 1 << 53
  /// The maximum delay and the maximum duration of a track, µs: a day each.
  private static let longestTrack: Int64 = 86_400_000_000

  static func check(_ event: InteractionEvent) throws(TraceError) {
    try Self.check(event.time, of: "the event")
  }

  static func check(_ header: Header) throws(TraceError) {
    try Self.check(header.start, of: "the start")
  }

  static func check(_ directive: Directive) throws(TraceError) {
    try Self.check(directive.at, of: "directive \(directive.sequence)")
    guard directive.sequence <= UInt64.max / 2 else {
      throw TraceError(
        "the sequence of the directive is \(directive.sequence); must be less than 2^63")
    }
    for track in directive.timeline?.tracks ?? [] {
      let (delay, duration) = (track.delay.microseconds, track.duration.microseconds)
      guard (0 ... Self.longestTrack).contains(delay), (0 ... Self.longestTrack).contains(duration)
      else {
        throw TraceError(
          "a track of directive \(directive.sequence) has a delay of \(delay) µs and a duration of"
            + " \(duration) µs; both must be 0 s to 24 h")
      }
      guard track.keyframes.allSatisfy({ $0.value.isFinite && $0.position.isFinite }) else {
        throw TraceError("a keyframe of directive \(directive.sequence) must have finite numbers")
      }
    }
  }

  private static func check(_ time: Instant, of what: String) throws(TraceError) {
    guard time.microseconds.magnitude <= UInt64(Self.largestTime) else {
      throw TraceError(
        "the time of \(what) is \(time.microseconds) µs; must be -2^53 to 2^53 µs")
    }
  }
}
