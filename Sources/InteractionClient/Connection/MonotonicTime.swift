package import InteractionCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A time of a clock that never goes back and also runs while the device sleeps, in microseconds.
package struct MonotonicTime: Hashable, Comparable, Sendable {
  package var microseconds: Int64

  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// The current time of the system's clock.
  package static var now: MonotonicTime {
    #if canImport(Darwin)
      let clock = CLOCK_MONOTONIC_RAW
    #else
      let clock = CLOCK_BOOTTIME
    #endif
    var time = timespec()
    clock_gettime(clock, &time)
    return MonotonicTime(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }

  package static func < (lhs: MonotonicTime, rhs: MonotonicTime) -> Bool {
    lhs.microseconds < rhs.microseconds
  }

  /// Returns the time after a duration, saturated at the limits of `Int64`.
  package static func + (time: MonotonicTime, span: TimeSpan) -> MonotonicTime {
    MonotonicTime(microseconds: (TimeSpan(microseconds: time.microseconds) + span).microseconds)
  }

  /// Returns the duration between two times, saturated at the limits of `Int64`.
  package static func - (end: MonotonicTime, start: MonotonicTime) -> TimeSpan {
    TimeSpan(microseconds: end.microseconds) - TimeSpan(microseconds: start.microseconds)
  }
}
